/* SPDX-License-Identifier: MIT */
/*
 * Owns the signature file and the pass phrase while a key is opened. Leaves MACs to mac.c, and reading keys to the
 * library.
 */
#include "keyed.h"

#include "mac.h"
#include "passphrase.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A longer signature file is none. */
#define SIGNATURE_MAX (1u << 20)

int keyed_check(struct session *session)
{
	const struct options *options = &session->options;

	if (options->is_verify && !options->signature) {
		session_say(session, 0, "No signature to verify: use the -signature option");
		return -EINVAL;
	}
	return options->passphrase ? passphrase_read(session, options->passphrase, &session->passphrase) : 0;
}

static bool is_one_kind(struct session *session)
{
	const struct options *options = &session->options;
	int n_kinds = (options->mac != NULL) + (options->key != NULL) + (options->hmac_source != HMAC_NONE);

	if (n_kinds > 1)
		session_say(session, 0, "MAC and signing key cannot both be specified");
	return n_kinds == 1;
}

/* Bytes of a file that need not end in a line, with as much room as there may be. */
struct bytes_read {
	uint8_t *data;
	size_t len;
};

/* Return: 0; -EFBIG: it is longer than any signature; what open(2) or read(2) said. */
static int read_all(int fd, struct bytes_read *bytes)
{
	ssize_t n = 0;

	do {
		bytes->len += n;
		n = fd_read(fd, bytes->data + bytes->len, SIGNATURE_MAX + 1 - bytes->len);
	} while (n > 0 && bytes->len + n <= SIGNATURE_MAX);
	return n > 0 ? -EFBIG : (int)n;
}

static int read_signature(struct session *session, struct bytes_read *bytes)
{
	const char *path = session->options.signature;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int error;

	if (fd < 0) {
		session_say(session, -errno, "Error opening signature file %s", session_name(session, path));
		return -EINVAL;
	}
	bytes->data = malloc(SIGNATURE_MAX + 1);
	error = bytes->data ? read_all(fd, bytes) : -ENOMEM;
	close(fd);
	if (error == 0 && bytes->len == 0)
		session_say(session, 0, "Error reading signature file %s: it is empty", session_name(session, path));
	else if (error < 0)
		session_say(session, error, "Error reading signature file %s", session_name(session, path));
	return error < 0 || bytes->len == 0 ? -EINVAL : 0;
}

static void tell_refusal(struct session *session, const struct ringsum_signing *wanted, int error, size_t bad)
{
	const struct texts *options = &session->options.sig_options;
	const char *kind = wanted->is_public ? "public" : "private";
	const char *name = session_name(session, wanted->key);

	if (error == -EINVAL && bad > 0 && bad <= options->n)
		session_say(session, 0, "Signature parameter error \"%s\"",
			  session_name(session, options->at[bad - 1]));
	else if (error == -EACCES)
		session_say(session, 0, "Error setting context: this key and %s do not go together",
			  wanted->digest ? wanted->digest : "its default digest");
	else if (error == -EKEYREJECTED)
		session_say(session, 0, "Could not read private key from %s: the pass phrase is wrong", name);
	else if (error == -EBADMSG || error == -EINVAL)
		session_say(session, 0, "Could not read %s key from %s: there is none in it", kind, name);
	else
		session_say(session, error, "Could not open file or uri for loading %s key from %s", kind, name);
}

/* Since OpenSSL 3.2, a private key will do where a public one is asked for. */
static int try_key(struct session *session, const struct ringsum_signing *wanted, size_t *ret_bad)
{
	int error = ringsum_digest_open_signing(wanted, &session->chosen.digest, ret_bad);
	struct ringsum_signing private;

	if (error != -EBADMSG || !wanted->is_public || crypto_is_before(3, 2))
		return error;
	private = *wanted;
	private.is_public = false;
	return ringsum_digest_open_signing(&private, &session->chosen.digest, ret_bad);
}

/* A key that is encrypted is tried without a pass phrase first, so that nobody is asked for what is not needed. */
static int open_key(struct session *session, struct ringsum_signing *wanted)
{
	struct secret asked = { 0 };
	size_t bad = 0;
	int error = try_key(session, wanted, &bad);

	if (error == -ENOKEY && !wanted->passphrase) {
		if (passphrase_ask(session, wanted->key, &asked) < 0)
			return -EINVAL;
		wanted->passphrase = asked.data;
		error = try_key(session, wanted, &bad);
		wanted->passphrase = NULL;
		secret_finish(&asked);
	}
	if (error < 0)
		tell_refusal(session, wanted, error, bad);
	return error < 0 ? -EINVAL : 0;
}

/* -sigopt as pairs, in one allocation: the pairs, and the texts behind them, cut in two. */
static int make_settings(struct session *session, struct ringsum_setting **ret_settings)
{
	const struct texts *options = &session->options.sig_options;
	struct ringsum_setting *settings;
	size_t len = 0;
	char *to;

	for (size_t i = 0; i < options->n; i++) {
		if (!strchr(options->at[i], ':')) {
			session_say(session, 0, "Signature parameter error \"%s\"",
				  session_name(session, options->at[i]));
			return -EINVAL;
		}
		len += strlen(options->at[i]) + 1;
	}
	settings = malloc((options->n + 1) * sizeof(*settings) + len);
	if (!settings) {
		session_tell(session, -ENOMEM, "-sigopt");
		return -EINVAL;
	}
	to = (char *)&settings[options->n + 1];
	for (size_t i = 0; i < options->n; i++) {
		char *next = stpcpy(to, options->at[i]) + 1;
		char *colon = strchr(to, ':');

		*colon = '\0';
		settings[i] = (struct ringsum_setting){ to, colon + 1 };
		to = next;
	}
	*ret_settings = settings;
	return 0;
}

static int open_signing(struct session *session, const struct crypto_digest *found)
{
	const struct options *options = &session->options;
	struct ringsum_setting *settings = NULL;
	struct bytes_read signature = { 0 };
	struct ringsum_signing wanted;
	int error = make_settings(session, &settings);

	if (error == 0 && options->is_verify)
		error = read_signature(session, &signature);
	wanted = (struct ringsum_signing){
		.key = options->key,
		.key_form = options->key_form,
		.is_public = options->is_public,
		.passphrase = session->passphrase.data,
		.digest = options->digest_name ? found->name : NULL,
		.settings = settings,
		.n_settings = options->sig_options.n,
		.signature = signature.data,
		.signature_len = signature.len,
	};
	if (error == 0)
		error = open_key(session, &wanted);
	free(signature.data);
	free(settings);
	return error;
}

static int open_mac(struct session *session, const struct crypto_digest *found)
{
	const struct options *options = &session->options;
	bool is_hmac = mac_is_hmac(options);
	struct mac mac = { 0 };
	int error;

	if (options->sig_options.n > 0) {
		session_say(session, 0, "Signature parameter error \"%s\": a MAC takes none, see -macopt",
			  session_name(session, options->sig_options.at[0]));
		return -EINVAL;
	}
	if (options->mac && is_hmac && !options->digest_name) {
		session_say(session, 0, "Error setting context: -mac HMAC needs a digest, for example -sha256");
		return -EINVAL;
	}
	error = mac_init(&mac, session);
	if (error == 0)
		error = mac_open(&mac, session, is_hmac ? found->name : NULL, &session->chosen.digest);
	mac_finish(&mac);
	return error;
}

int keyed_open(struct session *session, const struct crypto_digest *found)
{
	int error = -EINVAL;

	if (!is_one_kind(session))
		return error;
	if (session->options.signature && !session->options.is_verify)
		session_tell(session, 0, "-signature goes with -verify and -prverify only");
	else if (found->is_old)
		session_say(session, 0, "Error setting context: no key goes with %s", session->options.digest_name);
	else
		error = session->options.key ? open_signing(session, found) : open_mac(session, found);
	secret_finish(&session->passphrase);
	return error;
}
