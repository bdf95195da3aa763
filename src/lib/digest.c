/* SPDX-License-Identifier: MIT */
/*
 * EVP behind two small types: ringsum_digest, an algorithm fetched once and shared by all threads, and rs_serial, one
 * context that is reused for message after message. Every return of libcrypto is looked at; what it queues about errors
 * of ours is taken back, so that nothing of it shows up in a host program's queue.
 *
 * Bringing libcrypto up takes as long as hashing a megabyte, and reading its configuration as long again. For programs
 * that ask for it there is a library context of our own, without configuration, wherever neither environment nor system
 * asks for providers or FIPS; and SHA-1, SHA-224 and SHA-256, which that context is sure to have, are fetched by the
 * first message that needs them: small files, and many, are for our kernels.
 */
#include "digest.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>

/* A longer configuration file is left to libcrypto. */
#define MAX_CONFIG_LEN 65536

/* What is fetched when it is needed, by whichever thread comes first. */
struct fetched {
	_Atomic(EVP_MD *) md;
};

struct ringsum_digest {
	const struct ringsum_algo *algo;
	struct ringsum_algo own; /* where only libcrypto knows the algorithm */
	struct fetched *fetched;
	size_t len;
	bool is_xof;
	bool allows_kernels;
	struct rs_keyed *keyed; /* NULL: of the bytes alone */
};

struct rs_serial {
	EVP_MD_CTX *ctx;
	const struct ringsum_digest *digest; /* of the message begun */
	struct rs_keyed_message message;     /* where it is keyed */
	size_t len;			     /* of the last digest */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
/* Whether there is to be a context without configuration; constant once a digest was opened. */
static bool is_lean;
static pthread_once_t lean_once = PTHREAD_ONCE_INIT;
/* That context; NULL: libcrypto's own is to be used. */
static OSSL_LIB_CTX *lean;

/* Whether the kernel was booted to do FIPS alone, as distributions that care for it do. */
static bool is_fips_system(void)
{
	char byte = '0';
	int fd = open("/proc/sys/crypto/fips_enabled", O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		if (read(fd, &byte, 1) != 1)
			byte = '0';
		close(fd);
	}
	return byte != '0';
}

/* Whether a line of libcrypto's configuration decides what may be fetched, or leads to another file that may. */
static bool is_about_fetching(const char *line)
{
	static const char *const words[] = { "fips", "default_properties", "alg_section", ".include" };
	size_t len = strcspn(line, "#\n");

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (memmem(line, len, words[i], strlen(words[i])))
			return true;
	}
	return false;
}

/*
 * The whole of a text file, which is short; *@ret_text is NULL where there is no such file. Return: whether that is
 * known.
 */
static bool read_config(const char *path, char **ret_text)
{
	char *text = NULL;
	FILE *file = fopen(path, "re");
	size_t n;

	*ret_text = NULL;
	if (!file)
		return errno == ENOENT;
	text = malloc(MAX_CONFIG_LEN);
	n = text ? fread(text, 1, MAX_CONFIG_LEN, file) : 0;
	if (!text || ferror(file) || n == MAX_CONFIG_LEN) {
		free(text);
		fclose(file);
		return false;
	}
	fclose(file);
	text[n] = '\0';
	*ret_text = text;
	return true;
}

static const char *next_line(const char *line)
{
	const char *end = strchr(line, '\n');

	return end ? end + 1 : NULL;
}

/*
 * Looking through the configuration for a few words takes microseconds; libcrypto takes a thousand of them to read it.
 */
static bool is_config_plain(void)
{
	const char *dir = OPENSSL_info(OPENSSL_INFO_CONFIG_DIR);
	char path[PATH_MAX];
	bool is_plain = true;
	char *text;

	if (!dir || (size_t)snprintf(path, sizeof(path), "%s/openssl.cnf", dir) >= sizeof(path) ||
	    !read_config(path, &text))
		return false;
	for (const char *line = text; line && is_plain; line = next_line(line))
		is_plain = !is_about_fetching(line);
	free(text);
	return is_plain;
}

static void decide(void)
{
	is_lean = !secure_getenv("OPENSSL_CONF") && !secure_getenv("OPENSSL_MODULES") && !is_fips_system() &&
		  is_config_plain();
}

void ringsum_crypto_without_config(void)
{
	pthread_once(&once, decide);
}

static void make_lean(void)
{
	lean = OSSL_LIB_CTX_new();
}

static EVP_MD *fetch_from(OSSL_LIB_CTX *from, const char *name)
{
	EVP_MD *md;

	ERR_set_mark();
	md = EVP_MD_fetch(from, name, NULL);
	ERR_pop_to_mark();
	return md;
}

/* What the lean context lacks may be in a provider that the configuration file loads. */
static EVP_MD *fetch(const char *name)
{
	EVP_MD *md = NULL;

	if (is_lean)
		pthread_once(&lean_once, make_lean);
	if (lean)
		md = fetch_from(lean, name);
	return md ? md : fetch_from(NULL, name);
}

/*
 * Names that no provider lists ("RSA-SHA256", "rmd160" of old) are still in the table of OpenSSL 1.x, which leads to
 * the provider's name.
 */
static EVP_MD *fetch_by_any_name(const char *name, const struct ringsum_algo *algo, bool *ret_is_known)
{
	EVP_MD *md = fetch(algo ? algo->name : name);
	const EVP_MD *old;

	*ret_is_known = algo || md;
	if (md)
		return md;
	old = EVP_get_digestbyname(algo ? algo->legacy : name);
	if (!old)
		return NULL;
	*ret_is_known = true;
	return fetch(EVP_MD_get0_name(old));
}

/* In every default provider, and with kernels of ours. */
static bool can_wait(const struct ringsum_algo *algo)
{
	return is_lean && algo &&
	       (strcmp(algo->name, "SHA2-256") == 0 || strcmp(algo->name, "SHA2-224") == 0 ||
		strcmp(algo->name, "SHA1") == 0);
}

/* The algorithm, fetched by now; NULL: libcrypto refuses. */
static EVP_MD *md_of(const struct ringsum_digest *digest)
{
	EVP_MD *md = atomic_load_explicit(&digest->fetched->md, memory_order_acquire);
	EVP_MD *expected = NULL;

	if (md)
		return md;
	md = fetch(digest->algo->name);
	if (md && !atomic_compare_exchange_strong(&digest->fetched->md, &expected, md)) {
		EVP_MD_free(md);
		md = expected;
	}
	return md;
}

/* Approved code only, where FIPS was asked for: the kernels of this library are outside any validated module. */
static bool is_fips(void)
{
	return !is_lean && EVP_default_properties_is_fips_enabled(NULL) == 1;
}

/* The digest's length, which a SHAKE leaves to the caller. */
static int choose_len(struct ringsum_digest *digest, const EVP_MD *md, size_t xof_len)
{
	int size = EVP_MD_get_size(md);

	digest->is_xof = (EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) != 0;
	if (digest->is_xof) {
		if (xof_len > RINGSUM_XOF_MAX)
			return -EOVERFLOW;
		digest->len = xof_len;
		return xof_len ? 0 : -EINVAL;
	}
	if (xof_len)
		return -EINVAL;
	/* The "NULL" digest has size 0: nothing that anybody wants to see in a checksum file. */
	if (size <= 0 || size > RINGSUM_DIGEST_MAX)
		return -ENOENT;
	digest->len = (size_t)size;
	return 0;
}

static void name_it(struct ringsum_digest *digest, const EVP_MD *md, const struct ringsum_algo *algo)
{
	const char *name = EVP_MD_get0_name(md);

	if (!algo)
		algo = ringsum_algo_find(name, strlen(name));
	if (!algo) {
		digest->own = (struct ringsum_algo){ name, name, name, name, digest->is_xof ? 0 : digest->len };
		algo = &digest->own;
	}
	digest->algo = algo;
}

static int open_now(struct ringsum_digest *digest, const char *name, const struct ringsum_algo *algo, size_t xof_len)
{
	bool is_known;
	EVP_MD *md = fetch_by_any_name(name, algo, &is_known);
	int r;

	if (!md)
		return is_known ? -EACCES : -ENOENT;
	atomic_store(&digest->fetched->md, md);
	r = choose_len(digest, md, xof_len);
	if (r < 0)
		return r;
	name_it(digest, md, algo);
	/* A table that disagrees with libcrypto about a length would make wrong entries: trust neither. */
	return digest->algo->digest_len == (digest->is_xof ? 0 : digest->len) ? 0 : -EACCES;
}

static int open_later(struct ringsum_digest *digest, const struct ringsum_algo *algo, size_t xof_len)
{
	digest->algo = algo;
	digest->len = algo->digest_len;
	return xof_len ? -EINVAL : 0;
}

int ringsum_digest_open(const char *name, size_t xof_len, struct ringsum_digest **ret_digest)
{
	const struct ringsum_algo *algo = ringsum_algo_find(name, strlen(name));
	struct ringsum_digest *digest;
	int r = -ENOMEM;

	digest = calloc(1, sizeof(*digest));
	if (!digest)
		return -ENOMEM;
	digest->fetched = calloc(1, sizeof(*digest->fetched));
	if (digest->fetched)
		r = can_wait(algo) ? open_later(digest, algo, xof_len) : open_now(digest, name, algo, xof_len);
	if (r < 0) {
		ringsum_digest_close(digest);
		return r;
	}
	digest->allows_kernels = !is_fips();
	*ret_digest = digest;
	return 0;
}

void ringsum_digest_close(struct ringsum_digest *digest)
{
	if (!digest)
		return;
	if (digest->fetched)
		EVP_MD_free(atomic_load(&digest->fetched->md));
	free(digest->fetched);
	rs_keyed_close(digest->keyed);
	free(digest);
}

/* Takes @keyed. */
static int wrap(struct rs_keyed *keyed, struct ringsum_digest **ret_digest)
{
	const char *name = rs_keyed_digest_name(keyed);
	struct ringsum_digest *digest = calloc(1, sizeof(*digest));

	if (!digest) {
		rs_keyed_close(keyed);
		return -ENOMEM;
	}
	digest->keyed = keyed;
	digest->len = rs_keyed_len(keyed);
	if (name) {
		digest->own = (struct ringsum_algo){ name, name, name, name, 0 };
		digest->algo = ringsum_algo_find(name, strlen(name));
		digest->algo = digest->algo ? digest->algo : &digest->own;
	}
	*ret_digest = digest;
	return 0;
}

int ringsum_digest_open_mac(const struct ringsum_mac *mac, struct ringsum_digest **ret_digest, size_t *ret_bad)
{
	struct rs_keyed *keyed = NULL;
	size_t bad = 0;
	int r = rs_keyed_open_mac(mac, &keyed, &bad);

	if (ret_bad)
		*ret_bad = bad;
	return r < 0 ? r : wrap(keyed, ret_digest);
}

int ringsum_digest_open_signing(const struct ringsum_signing *signing, struct ringsum_digest **ret_digest,
				size_t *ret_bad)
{
	struct rs_keyed *keyed = NULL;
	size_t bad = 0;
	int r = rs_keyed_open_signing(signing, &keyed, &bad);

	if (ret_bad)
		*ret_bad = bad;
	return r < 0 ? r : wrap(keyed, ret_digest);
}

enum ringsum_digest_kind ringsum_digest_kind(const struct ringsum_digest *digest)
{
	return digest->keyed ? rs_keyed_kind(digest->keyed) : RINGSUM_DIGEST_PLAIN;
}

const char *ringsum_digest_key_type(const struct ringsum_digest *digest)
{
	return digest->keyed ? rs_keyed_type(digest->keyed) : NULL;
}

const struct ringsum_algo *ringsum_digest_algo(const struct ringsum_digest *digest)
{
	return digest->algo;
}

size_t ringsum_digest_len(const struct ringsum_digest *digest)
{
	return digest->len;
}

bool rs_digest_allows_kernels(const struct ringsum_digest *digest)
{
	return digest->allows_kernels;
}

const char *rs_digest_crypto(void)
{
	return OpenSSL_version(OPENSSL_VERSION);
}

int rs_serial_create(struct rs_serial **ret_serial)
{
	struct rs_serial *serial = calloc(1, sizeof(*serial));

	if (!serial)
		return -ENOMEM;
	serial->ctx = EVP_MD_CTX_new();
	if (!serial->ctx) {
		free(serial);
		return -ENOMEM;
	}
	*ret_serial = serial;
	return 0;
}

void rs_serial_destroy(struct rs_serial *serial)
{
	if (!serial)
		return;
	EVP_MD_CTX_free(serial->ctx);
	rs_keyed_finish(&serial->message);
	free(serial);
}

/* 0 for libcrypto's 1, else -EIO; what it queued since the mark would only surprise the host program later. */
static int check(int is_ok)
{
	if (is_ok == 1) {
		ERR_clear_last_mark();
		return 0;
	}
	ERR_pop_to_mark();
	return -EIO;
}

int rs_serial_begin(struct rs_serial *serial, const struct ringsum_digest *digest)
{
	EVP_MD *md;

	serial->digest = digest;
	if (digest->keyed)
		return rs_keyed_begin(&serial->message, digest->keyed);
	md = md_of(digest);
	if (!md)
		return -EACCES;
	ERR_set_mark();
	return check(EVP_DigestInit_ex2(serial->ctx, md, NULL));
}

int rs_serial_feed(struct rs_serial *serial, const void *data, size_t len)
{
	if (serial->digest->keyed)
		return rs_keyed_feed(&serial->message, data, len);
	ERR_set_mark();
	return check(EVP_DigestUpdate(serial->ctx, data, len));
}

int rs_serial_final(struct rs_serial *serial, uint8_t *ret_digest)
{
	unsigned len = 0;

	serial->len = serial->digest->len;
	if (serial->digest->keyed)
		return rs_keyed_final(&serial->message, ret_digest, &serial->len);
	ERR_set_mark();
	if (serial->digest->is_xof)
		return check(EVP_DigestFinalXOF(serial->ctx, ret_digest, serial->digest->len));
	if (check(EVP_DigestFinal_ex(serial->ctx, ret_digest, &len)) < 0)
		return -EIO;
	return len == serial->digest->len ? 0 : -EIO;
}

void rs_serial_drop(struct rs_serial *serial)
{
	rs_keyed_drop(&serial->message);
}

size_t rs_serial_len(const struct rs_serial *serial)
{
	return serial->len;
}
