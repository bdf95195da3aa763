/* SPDX-License-Identifier: MIT */
/*
 * Owns the order in which things are looked at, which is openssl's, so that of several mistakes the same one is told;
 * and the labels. Leaves keys to keyed.c.
 */
#include "choose.h"

#include "keyed.h"
#include "output.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What openssl calls the digest that nobody has named, in every version. */
#define DEFAULT_NAME "SHA256"

/* Cuts "name:key=value" into its parts, with no name where there is none. */
static bool cut_parameter(char *text, char **ret_name, char **ret_key, char **ret_value)
{
	char *equals = strchr(text, '=');
	char *end = equals;
	char *colon;

	if (!equals)
		return false;
	while (end > text && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	colon = strchr(text, ':');
	if (colon)
		*colon = '\0';
	*ret_name = colon && *text ? text : NULL;
	*ret_key = colon ? colon + 1 : text;
	*ret_value = equals + 1 + strspn(equals + 1, " \t\n\v\f\r");
	return **ret_key != '\0';
}

static int set_parameter(struct session *session, const char *value)
{
	char *copy = strdup(value);
	char *name, *key, *text;
	int error = -ENOMEM;

	if (copy)
		error = cut_parameter(copy, &name, &key, &text) ? 0 : -EBADMSG;
	if (error == 0)
		error = crypto_set_provider_parameter(name, key, text);
	free(copy);
	value = session_name(session, value);
	if (error == -ENOSYS)
		session_tell(session, 0, "-provparam %s: libcrypto has this since OpenSSL 3.5, and is older", value);
	else if (error == -EBADMSG)
		session_tell(session, 0, "malformed '-provparam' option value: '%s'", value);
	else if (error == -ENOENT)
		session_tell(session, 0, "-provparam %s: no such provider is loaded; give -provider before", value);
	else if (error < 0)
		session_tell(session, error, "-provparam %s", value);
	return error < 0 ? -EINVAL : 0;
}

static int load_provider(struct session *session, const char *option, const char *value)
{
	if (strcmp(option, "provparam") == 0)
		return set_parameter(session, value);
	if (strcmp(option, "provider-path") == 0) {
		if (crypto_set_provider_path(value) == 0)
			return 0;
		session_tell(session, 0, "Failed to set provider path %s", session_name(session, value));
		return -EINVAL;
	}
	if (crypto_load_provider(value, &session->providers[session->n_providers]) == 0) {
		session->n_providers++;
		return 0;
	}
	session_tell(session, 0, "unable to load provider %s", session_name(session, value));
	session_say(session, 0, "Hint: use -provider-path option or OPENSSL_MODULES environment variable.");
	return -EINVAL;
}

int choose_providers(struct session *session)
{
	const struct texts *providers = &session->options.providers;
	int error = 0;

	session->providers = calloc(providers->n + 1, sizeof(struct ossl_provider_st *));
	if (!session->providers) {
		session_tell(session, -ENOMEM, "-provider");
		return -EINVAL;
	}
	for (size_t i = 0; error == 0 && i < providers->n; i += 2)
		error = load_provider(session, providers->at[i], providers->at[i + 1]);
	return error;
}

static bool has_key(const struct options *options)
{
	return options->key || options->mac || options->hmac_source != HMAC_NONE;
}

/* openssl asks for its default digest without any query, so a query is for what is named, and for keys. */
static int set_properties(struct session *session)
{
	const struct options *options = &session->options;

	if (!options->properties || (!options->digest_name && !has_key(options)))
		return 0;
	if (crypto_set_properties(options->properties) == 0)
		return 0;
	session_tell(session, 0, "-propquery: %s is no property query", session_name(session, options->properties));
	return -EINVAL;
}

static int tell_summary(struct session *session)
{
	session_tell(session, 0, "Use -help for summary.");
	return -EINVAL;
}

bool choose_is_one(struct session *session)
{
	struct quote quote = { 0 };

	/* Before OpenSSL 3.2 the last one counts, and the others need not even exist. */
	if (!session->options.other_digest_name || crypto_is_before(3, 2))
		return true;
	session_tell(session, 0, "Multiple digest or unknown options: -%s and -%s",
		     quote_unprintable(&quote, session->options.other_digest_name),
		     session_name(session, session->options.digest_name));
	quote_finish(&quote);
	tell_summary(session);
	return false;
}

static bool is_in_every_build(const struct ringsum_algo *algo)
{
	return algo->digest_len > 0 && (strncmp(algo->name, "SHA", 3) == 0 || strcmp(algo->name, "MD5") == 0);
}

/*
 * Asking libcrypto has it read its configuration, which takes as long as all the rest for a small file; and for names
 * that it has had since OpenSSL 1 and those that it has had since 3, the answer is known.
 */
static bool is_sure(const struct options *options, struct crypto_digest *ret_found)
{
	const struct ringsum_algo *algo = ringsum_algo_find(options->digest_name, strlen(options->digest_name));

	if (!algo || !is_in_every_build(algo) || options->providers.n > 0 || options->properties)
		return false;
	if (strcasecmp(options->digest_name, algo->legacy) != 0 && strcasecmp(options->digest_name, algo->name) != 0)
		return false;
	*ret_found = (struct crypto_digest){ .is_xof = false };
	snprintf(ret_found->name, sizeof(ret_found->name), "%s", algo->name);
	return true;
}

int choose_digest(struct session *session, struct crypto_digest *ret_found)
{
	const struct options *options = &session->options;
	bool may_be_old;

	if (set_properties(session) < 0)
		return -EINVAL;
	if (!options->digest_name) {
		*ret_found = (struct crypto_digest){ .name = DEFAULT_NAME };
		return 0;
	}
	if (is_sure(options, ret_found))
		return 0;
	/* Who speaks of providers means those of today, openssl thinks; and since 4, everybody does. */
	may_be_old = options->providers.n == 0 && !options->properties && crypto_is_before(4, 0);
	if (crypto_find_digest(options->digest_name, options->properties, may_be_old, ret_found) == 0)
		return 0;
	session_tell(session, 0, "Unknown option or message digest: %s", session_name(session, options->digest_name));
	return tell_summary(session);
}

static int check_xof(struct session *session, const struct crypto_digest *found)
{
	if (!session->options.xof_len)
		return 0;
	if (!found->is_xof)
		session_say(session, 0, "Length can only be specified for XOF");
	else if (has_key(&session->options))
		session_say(session, 0, "Signing key cannot be specified for XOF");
	else
		return 0;
	return -EINVAL;
}

static int tell_refusal(struct session *session, const struct crypto_digest *found, int error)
{
	if (error == -EOVERFLOW)
		session_tell(session, 0, "-xoflen: at most %d bytes", RINGSUM_XOF_MAX);
	else if (error == -EINVAL)
		session_say(session, 0, "Error setting digest: %s has no length of its own; give -xoflen", found->name);
	else if (error == -EACCES || error == -ENOENT)
		session_say(session, 0, "Error setting digest: libcrypto refuses %s here; -provider legacy may have it",
			  found->name);
	else
		session_say(session, error, "Error setting digest");
	return -EINVAL;
}

static int open_plain(struct session *session, const struct crypto_digest *found)
{
	const char *xof_len = session->options.xof_len;
	/* Files are read for the digest that has no output, too. */
	const char *name = found->is_empty ? DEFAULT_NAME : found->name;
	size_t len = !found->is_xof ? 0 : xof_len ? (size_t)strtol(xof_len, NULL, 10) : found->default_len;
	int error = ringsum_digest_open(name, len, &session->chosen.digest);

	session->chosen.is_empty = found->is_empty;
	return error < 0 ? tell_refusal(session, found, error) : 0;
}

/* The digest's part of a label; "" where there is none. */
static const char *digest_word(const struct session *session, const struct crypto_digest *found)
{
	const struct ringsum_digest *digest = session->chosen.digest;
	bool is_named = session->options.digest_name || (!session->options.key && !session->options.mac);
	const struct ringsum_algo *algo = ringsum_digest_algo(digest);
	const char *word = is_named ? found->name : algo ? algo->name : "";

	if (!session->options.label)
		return word;
	algo = ringsum_algo_find(word, strlen(word));
	return algo ? algo->legacy : word;
}

/* Of standard input, openssl 3 does not say what kind of key it was, and openssl 1 nothing. */
static void make_labels(struct session *session, const struct crypto_digest *found)
{
	struct chosen *chosen = &session->chosen;
	const char *digest = digest_word(session, found);
	const char *key = ringsum_digest_key_type(chosen->digest);
	bool has_both = key && *digest;

	snprintf(chosen->label, sizeof(chosen->label), "%s%s%s", key ? key : "", has_both ? "-" : "", digest);
	snprintf(chosen->stdin_label, sizeof(chosen->stdin_label), "%s", session->options.label ? "" : digest);
}

int choose_all(struct session *session)
{
	const struct options *options = &session->options;
	struct crypto_digest found;
	int error;

	if (options->key && options->n_operands > 1) {
		session_tell(session, 0, "Can only sign or verify one file.");
		return -EINVAL;
	}
	if (choose_digest(session, &found) < 0)
		return -EINVAL;
	error = keyed_check(session);
	if (error == 0)
		error = output_open(session);
	if (error == 0 && has_key(options))
		error = keyed_open(session, &found);
	if (error == 0)
		error = check_xof(session, &found);
	if (error == 0 && !has_key(options))
		error = open_plain(session, &found);
	if (error < 0)
		return error;
	session->chosen.is_binary = options->bytes == BYTES_BINARY || (options->bytes == BYTES_DEFAULT && options->key);
	make_labels(session, &found);
	return 0;
}
