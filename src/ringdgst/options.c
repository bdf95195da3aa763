/* SPDX-License-Identifier: MIT */
/*
 * Owns the table of options, one row each, and openssl's way of reading them: one dash or two, a value behind "=" or
 * in the next argument, the first word without a dash ends them, and a word that is no option is a digest. Which
 * options go together is the affair of those who use them.
 */
#include "options.h"

#include "cli/quote.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct row;

/* What a row is applied to. */
struct parse {
	struct options *options;
	const struct diag *diag;
	struct quote quote;
};

/*
 * Return: 0; -EINVAL when the user has been told what is wrong with @value; -ENOTSUP when the user has been told that
 * there is no such thing, so that reading the help would not help.
 */
typedef int apply_fn(struct parse *parse, const struct row *row, const char *value);

struct row {
	const char *name;
	bool has_value;
	apply_fn *apply;
	/** @field: offset in struct options of what is set */
	size_t field;
	int value;
};

static void *field_of(struct parse *parse, const struct row *row)
{
	return (char *)parse->options + row->field;
}

static int set_flag(struct parse *parse, const struct row *row, const char *value)
{
	(void)value;
	*(bool *)field_of(parse, row) = true;
	return 0;
}

static int set_text(struct parse *parse, const struct row *row, const char *value)
{
	*(const char **)field_of(parse, row) = value;
	return 0;
}

static int add_text(struct parse *parse, const struct row *row, const char *value)
{
	struct texts *texts = field_of(parse, row);

	texts->at[texts->n++] = value;
	return 0;
}

static int add_provider(struct parse *parse, const struct row *row, const char *value)
{
	struct texts *texts = &parse->options->providers;

	texts->at[texts->n++] = row->name;
	texts->at[texts->n++] = value;
	return 0;
}

static int set_action(struct parse *parse, const struct row *row, const char *value)
{
	(void)value;
	parse->options->action = row->value;
	return 0;
}

static int set_form(struct parse *parse, const struct row *row, const char *value)
{
	(void)value;
	parse->options->form = row->value;
	return 0;
}

static int set_bytes(struct parse *parse, const struct row *row, const char *value)
{
	(void)value;
	parse->options->bytes = row->value;
	return 0;
}

static int set_hmac(struct parse *parse, const struct row *row, const char *value)
{
	parse->options->hmac_source = row->value;
	parse->options->hmac = value;
	return 0;
}

static int set_sign(struct parse *parse, const struct row *row, const char *value)
{
	(void)row;
	parse->options->key = value;
	return 0;
}

static int set_verify(struct parse *parse, const struct row *row, const char *value)
{
	parse->options->key = value;
	parse->options->is_verify = true;
	parse->options->is_public |= row->value;
	return 0;
}

static int set_label(struct parse *parse, const struct row *row, const char *value)
{
	if (strcmp(value, "1.1") != 0) {
		diag_tell(parse->diag, 0, "Option -label takes only 1.1, for the labels of OpenSSL 1.x");
		return -EINVAL;
	}
	return set_text(parse, row, value);
}

static int set_list(struct parse *parse, const struct row *row, const char *value)
{
	(void)row;
	parse->options->action = ACTION_CHECK;
	parse->options->list = value;
	return 0;
}

/* The words of openssl's -keyform, by their first letter as it reads them. */
static const char *find_key_form(const char *word)
{
	static const char *const words[][2] = {
		{ "p", "PEM" }, { "pem", "PEM" }, { "P12", "P12" },    { "PKCS12", "P12" }, { "1", "P12" },
		{ "d", "DER" }, { "der", "DER" }, { "engine", "ENGINE" }, { "e", "ENGINE" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcasecmp(word, words[i][0]) == 0)
			return words[i][1];
	}
	return NULL;
}

static int set_key_form(struct parse *parse, const struct row *row, const char *value)
{
	const char *form = find_key_form(value);

	if (!form) {
		value = quote_unprintable(&parse->quote, value);
		diag_tell(parse->diag, 0, "Bad format \"%s\"", value);
		diag_tell(parse->diag, 0, "Invalid format \"%s\" for option -keyform", value);
		return -EINVAL;
	}
	if (strcmp(form, "ENGINE") == 0) {
		diag_tell(parse->diag, 0, "-keyform ENGINE: engines are gone from OpenSSL 4; see -provider");
		return -ENOTSUP;
	}
	return set_text(parse, row, form);
}

static int set_xof_len(struct parse *parse, const struct row *row, const char *value)
{
	char *end;
	long len;

	errno = 0;
	/* openssl accepts 0x20 here and then takes it for 0. */
	len = strtol(value, &end, 10);
	if (*end || end == value || errno) {
		diag_tell(parse->diag, 0, "Can't parse \"%s\" as a number", quote_unprintable(&parse->quote, value));
		return -EINVAL;
	}
	if (len <= 0 || len > INT_MAX) {
		diag_tell(parse->diag, 0, len <= 0 ? "Non-positive number \"%s\" for option -xoflen"
						   : "Value \"%s\" outside integer range",
			  quote_unprintable(&parse->quote, value));
		return -EINVAL;
	}
	return set_text(parse, row, value);
}

static int refuse_engine(struct parse *parse, const struct row *row, const char *value)
{
	(void)value;
	diag_tell(parse->diag, 0, "-%s: engines are gone from OpenSSL 4; see -provider", row->name);
	return -ENOTSUP;
}

static int refuse_rand(struct parse *parse, const struct row *row, const char *value)
{
	(void)value;
	diag_tell(parse->diag, 0, "-%s: libcrypto seeds its random numbers itself, and digests need none", row->name);
	return -ENOTSUP;
}

#define FIELD(name) offsetof(struct options, name)

static const struct row rows[] = {
	{ "h", false, set_action, 0, ACTION_USAGE },
	{ "help", false, set_action, 0, ACTION_USAGE },
	{ "version", false, set_action, 0, ACTION_VERSION },
	{ "list", false, set_action, 0, ACTION_LIST },
	{ "engine", true, refuse_engine, 0, 0 },
	{ "engine_impl", false, refuse_engine, 0, 0 },
	{ "passin", true, set_text, FIELD(passphrase), 0 },
	{ "c", false, set_form, 0, FORM_COLONS },
	{ "r", false, set_form, 0, FORM_COREUTILS },
	{ "out", true, set_text, FIELD(out), 0 },
	{ "keyform", true, set_key_form, FIELD(key_form), 0 },
	{ "hex", false, set_bytes, 0, BYTES_HEX },
	{ "binary", false, set_bytes, 0, BYTES_BINARY },
	{ "xoflen", true, set_xof_len, FIELD(xof_len), 0 },
	{ "d", false, set_flag, FIELD(is_debug), 0 },
	{ "debug", false, set_flag, FIELD(is_debug), 0 },
	{ "sign", true, set_sign, 0, 0 },
	{ "verify", true, set_verify, 0, true },
	{ "prverify", true, set_verify, 0, false },
	{ "sigopt", true, add_text, FIELD(sig_options), 0 },
	{ "signature", true, set_text, FIELD(signature), 0 },
	{ "hmac", true, set_hmac, 0, HMAC_TEXT },
	{ "hmac-env", true, set_hmac, 0, HMAC_ENV },
	{ "hmac-stdin", false, set_hmac, 0, HMAC_STDIN },
	{ "fips-fingerprint", false, set_hmac, 0, HMAC_FINGERPRINT },
	{ "mac", true, set_text, FIELD(mac), 0 },
	{ "macopt", true, add_text, FIELD(mac_options), 0 },
	{ "rand", true, refuse_rand, 0, 0 },
	{ "writerand", true, refuse_rand, 0, 0 },
	{ "provider-path", true, add_provider, 0, 0 },
	{ "provider", true, add_provider, 0, 0 },
	{ "provparam", true, add_provider, 0, 0 },
	{ "propquery", true, set_text, FIELD(properties), 0 },
	{ "check", true, set_list, 0, 0 },
	{ "label", true, set_label, FIELD(label), 0 },
};

static const struct row *find_row(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (strlen(rows[i].name) == len && memcmp(rows[i].name, name, len) == 0)
			return &rows[i];
	}
	return NULL;
}

/* openssl takes a lone dash, which means standard input to many, for an option that does nothing. */
static int name_digest(struct parse *parse, const char *name, const char *value)
{
	if (value) {
		name = quote_unprintable(&parse->quote, name - 1);
		diag_tell(parse->diag, 0, "Option %s does not take a value", name);
		return -EINVAL;
	}
	if (*name == '\0')
		return 0;
	parse->options->other_digest_name = parse->options->digest_name;
	parse->options->digest_name = name;
	return 0;
}

/* One option; *@at is moved behind it. */
static int take_option(struct parse *parse, char **argv, size_t *at)
{
	const char *name = argv[(*at)++] + 1;
	const struct row *row;
	const char *value;
	size_t len;

	name += *name == '-';
	len = strcspn(name, "=");
	value = name[len] ? name + len + 1 : NULL;
	row = find_row(name, len);
	if (!row)
		return name_digest(parse, name, value);
	if (value && !row->has_value) {
		diag_tell(parse->diag, 0, "Option -%s does not take a value", row->name);
		return -EINVAL;
	}
	if (row->has_value && !value && !(value = argv[*at])) {
		diag_tell(parse->diag, 0, "Option -%s needs a value", row->name);
		return -EINVAL;
	}
	*at += row->has_value && !name[len];
	return row->apply(parse, row, value);
}

static bool is_last_word(const struct options *options)
{
	return options->action != ACTION_SUM && options->action != ACTION_CHECK;
}

/* Return: as apply_fn. */
static int read_options(struct parse *parse, char **argv, size_t *at)
{
	int error = 0;

	while (error == 0 && argv[*at] && argv[*at][0] == '-' && !is_last_word(parse->options)) {
		if (strcmp(argv[*at], "--") == 0) {
			(*at)++;
			break;
		}
		/* Not openssl's: what is asked for with two dashes goes where help usually goes. */
		if (strcmp(argv[*at], "--help") == 0) {
			parse->options->action = ACTION_HELP;
			break;
		}
		error = take_option(parse, argv, at);
	}
	return error;
}

static bool make_room(struct options *options, size_t argc)
{
	options->mac_options.at = calloc(argc + 1, sizeof(char *));
	options->sig_options.at = calloc(argc + 1, sizeof(char *));
	options->providers.at = calloc(2 * argc + 1, sizeof(char *));
	return options->mac_options.at && options->sig_options.at && options->providers.at;
}

int options_parse(int argc, char **argv, const struct diag *diag, struct options *ret_options)
{
	struct options options = { 0 };
	struct parse parse = { &options, diag, { 0 } };
	size_t at = 1;
	int error = -ENOMEM;

	if (make_room(&options, argc)) {
		error = read_options(&parse, argv, &at);
		if (error == -EINVAL)
			diag_tell(diag, 0, "Use -help for summary.");
	} else {
		diag_tell(diag, error, "options");
	}
	quote_finish(&parse.quote);
	if (error < 0) {
		options_finish(&options);
		return error == -ENOMEM ? error : -EINVAL;
	}
	options.operands = argv + at;
	options.n_operands = argc - at;
	*ret_options = options;
	return 0;
}

void options_finish(struct options *options)
{
	free(options->mac_options.at);
	free(options->sig_options.at);
	free(options->providers.at);
	options->mac_options.at = options->sig_options.at = options->providers.at = NULL;
}
