/* SPDX-License-Identifier: MIT */
/*
 * libringsum: digests of files, as fast as the machine allows.
 *
 * A batch takes jobs (a file, or a range of one, and the digests wanted) and gives results in the order of the jobs.
 * The library never prints, never exits and keeps no error in a global. Functions return 0, or a count, or a negative
 * errno(3) value. A file that cannot be read is no failed call: its result says so, and the other jobs go on.
 *
 * Threads: an algorithm and an opened digest may be used by many threads at once. A batch belongs to one thread, the
 * one that calls ringsum_batch_next() first; the worker threads inside it are its own affair.
 *
 * Example: print the SHA-256 of each file named on the command line.
 *
 *	#include <ringsum.h>
 *	#include <fcntl.h>
 *	#include <stdio.h>
 *	#include <string.h>
 *
 *	static int print(const struct ringsum_result *result, size_t digest_len)
 *	{
 *		for (size_t n = 0; result->n_digests && !result->is_torn && n < digest_len; n++)
 *			printf("%02x", result->digests[0][n]);
 *		if (result->error || result->is_torn)
 *			fprintf(stderr, "%s: %s\n", result->path, result->error ? strerror(-result->error) : "changed");
 *		else
 *			printf("  %s\n", result->path);
 *		return result->error || result->is_torn;
 *	}
 *
 *	int main(int argc, char **argv)
 *	{
 *		struct ringsum_digest *sha256;
 *		struct ringsum_batch *batch;
 *		struct ringsum_result result;
 *		int i = 1, r, status = 0;
 *
 *		if (ringsum_digest_open("SHA256", 0, &sha256) < 0 || ringsum_batch_create(NULL, &batch) < 0)
 *			return 1;
 *		do {
 *			const struct ringsum_digest *wanted[] = { sha256 };
 *			struct ringsum_job job = {
 *				.fd = AT_FDCWD, .length = RINGSUM_TO_END, .digests = wanted, .n_digests = 1,
 *			};
 *
 *			while (i < argc && (job.path = argv[i], ringsum_batch_add(batch, &job) == 0))
 *				i++;
 *			r = ringsum_batch_next(batch, -1, &result);
 *			if (r > 0)
 *				status |= print(&result, ringsum_digest_len(sha256));
 *		} while (r > 0);
 *		ringsum_batch_destroy(batch);
 *		ringsum_digest_close(sha256);
 *		return status || r < 0 || i < argc || fflush(stdout) != 0;
 *	}
 */
#ifndef RINGSUM_H
#define RINGSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define RINGSUM_API __attribute__((visibility("default")))
#else
#define RINGSUM_API
#endif

/* ---- Algorithms: names only, no code behind them ---- */

/**
 * struct ringsum_algo - what a digest algorithm is called and how long its digest is
 *
 * Constant and static; compare by pointer.
 */
struct ringsum_algo {
	/** @name: the name in OpenSSL 3 and later, "SHA2-256" */
	const char *name;
	/** @tag: the word of BSD-tag lines, as coreutils writes it where it knows the algorithm, "SHA256", "BLAKE2b" */
	const char *tag;
	/** @legacy: the label of OpenSSL 1.x, "SHA256", "BLAKE2b512" */
	const char *legacy;
	/** @aliases: every accepted spelling, blanks between them; case does not count */
	const char *aliases;
	/** @digest_len: bytes of a digest; 0 for an extendable-output function, whose caller chooses */
	size_t digest_len;
};

/**
 * ringsum_algo_find() - look an algorithm up by any of its names
 * @name: the name, not necessarily NUL-terminated: "sha256", "SHA2-256" and "SHA-256" are one
 * @name_len: its length in bytes
 *
 * A pure table look-up: says nothing about what the linked libcrypto offers.
 *
 * Owner: the library. Thread: any. Blocks: no.
 * Return: the algorithm, or NULL when no name matches.
 */
RINGSUM_API const struct ringsum_algo *ringsum_algo_find(const char *name, size_t name_len);

/**
 * ringsum_algo_at() - walk the table
 * @index: 0 and up
 *
 * Return: the algorithm at @index, or NULL past the last.
 */
RINGSUM_API const struct ringsum_algo *ringsum_algo_at(size_t index);

/* ---- Digests: algorithms that libcrypto has made ready ---- */

/** The longest digest that is not of an extendable-output function, in bytes. */
#define RINGSUM_DIGEST_MAX 64
/** The longest output that may be asked of an extendable-output function, in bytes. */
#define RINGSUM_XOF_MAX 65536

/**
 * ringsum_crypto_without_config() - do without libcrypto's configuration file, which takes a millisecond to read
 *
 * For programs, before the first digest is opened; what else in the process uses libcrypto is not affected. Has no
 * effect where the environment (OPENSSL_CONF, OPENSSL_MODULES) or the system asks for providers or FIPS: a kernel in
 * FIPS mode, or a configuration file that speaks of it. What libcrypto lacks without its configuration is still looked
 * for with it.
 *
 * Thread: any, but not beside ringsum_digest_open(). Blocks: no.
 */
RINGSUM_API void ringsum_crypto_without_config(void);

/** struct ringsum_digest - an algorithm of libcrypto, ready for any number of messages; never seems to change */
struct ringsum_digest;

/**
 * ringsum_digest_open() - fetch an algorithm from the linked libcrypto
 * @name: any name that libcrypto or ringsum_algo_find() knows; NUL-terminated
 * @xof_len: bytes of output for an extendable-output function (SHAKE), at most RINGSUM_XOF_MAX; else 0
 * @ret_digest: the digest
 *
 * Owner: the caller, who calls ringsum_digest_close() after the last batch that uses it. Thread: any.
 * Blocks: on libcrypto's first initialisation.
 * Return: 0; -ENOENT: no such algorithm; -EACCES: known, but libcrypto refuses it (FIPS, or its provider is not
 * loaded); -EINVAL: @xof_len given for a fixed-length digest or missing for a SHAKE; -EOVERFLOW: @xof_len too large;
 * -ENOMEM.
 */
RINGSUM_API int ringsum_digest_open(const char *name, size_t xof_len, struct ringsum_digest **ret_digest);

/** ringsum_digest_close() - give a digest back; NULL is allowed */
RINGSUM_API void ringsum_digest_close(struct ringsum_digest *digest);

/**
 * ringsum_digest_algo() - the algorithm of an opened digest
 *
 * For an algorithm that only the linked libcrypto knows, all of its names are libcrypto's. Its digest_len is that of
 * the table: 0 for a SHAKE; see ringsum_digest_len().
 *
 * Owner: lives as long as @digest.
 * Return: for a keyed digest that of the digest below it, NULL where there is none.
 */
RINGSUM_API const struct ringsum_algo *ringsum_digest_algo(const struct ringsum_digest *digest);

/**
 * ringsum_digest_len() - bytes of one digest: the algorithm's, or the length chosen for a SHAKE
 *
 * Of keyed digests: a MAC's length; to sign, that of the longest signature; to verify, 1.
 */
RINGSUM_API size_t ringsum_digest_len(const struct ringsum_digest *digest);

/**
 * ringsum_digest_measure() - how fast one message can be computed from memory here and now
 * @ms: how long to try, in milliseconds, 1 to 10000
 * @ret_rate: bytes in a second of wall time, above 0
 *
 * One serial stream through libcrypto over a buffer that fits into the L2 cache: the limit of any single file.
 *
 * Thread: any. Blocks: for that long.
 * Return: 0; -EINVAL: @ms, or a digest that signs or verifies; -ENOMEM; -EIO: libcrypto failed; -EACCES: it refuses.
 */
RINGSUM_API int ringsum_digest_measure(const struct ringsum_digest *digest, unsigned ms, double *ret_rate);

/**
 * ringsum_digest_messages() - digests of messages that are in memory, side by side
 * @messages: @n_messages of them, 1 and up; iov_base and iov_len as in readv(2)
 * @ret_digests: @n_messages times ringsum_digest_len() bytes, in the messages' order; undefined on failure
 * @ret_kernel: what computed most of it; static: "libcrypto", or a kernel's name; NULL: not wanted
 *
 * Where the algorithm has kernels, several messages go through their lanes, and one through a serial kernel; else all
 * go through libcrypto, one after another. Nothing is read, and no thread is started.
 *
 * Thread: any. Blocks: for the computation.
 * Return: 0; -EINVAL: no message, or a keyed digest; -ENOMEM; -EIO: libcrypto failed; -EACCES: it refuses.
 */
RINGSUM_API int ringsum_digest_messages(const struct ringsum_digest *digest, const struct iovec *messages,
					size_t n_messages, uint8_t *ret_digests, const char **ret_kernel);

/* ---- Keyed digests: MACs and signatures of the same bytes ---- */

/** enum ringsum_digest_kind - what a digest is for */
enum ringsum_digest_kind {
	/** of the bytes alone, from ringsum_digest_open() */
	RINGSUM_DIGEST_PLAIN,
	/** a message authentication code */
	RINGSUM_DIGEST_MAC,
	/** a signature */
	RINGSUM_DIGEST_SIGN,
	/** one byte: 1 where the signature given is the bytes', 0 where it is not */
	RINGSUM_DIGEST_VERIFY,
};

/**
 * struct ringsum_setting - a parameter by its name, "hexkey" and "00ff", as libcrypto's EVP_PKEY_CTX_ctrl_str() takes
 * it
 */
struct ringsum_setting {
	const char *name;
	const char *value;
};

/** struct ringsum_mac - which MAC, and its key; zero it, then fill it in; all of it is borrowed for the call */
struct ringsum_mac {
	/** @name: a MAC that libcrypto has as a type of keys: "HMAC", "CMAC", "SipHash", "Poly1305"; NULL: HMAC */
	const char *name;
	/** @digest: the digest below HMAC, by any of its names, NULL: SHA2-256; elsewhere NULL */
	const char *digest;
	/** @key: the key's bytes; NULL: a setting brings it */
	const void *key;
	size_t key_len;
	/** @settings: taken in their order, before @key: "key", "hexkey", "cipher" … */
	const struct ringsum_setting *settings;
	size_t n_settings;
};

/**
 * ringsum_digest_open_mac() - make a MAC ready
 * @ret_digest: put into jobs like any other digest
 * @ret_bad: which setting libcrypto does not take, counted from 1, where that is why it failed, else 0; NULL: not
 * wanted
 *
 * Keyed digests are libcrypto's alone, in its default library context, with its configuration and providers.
 *
 * Owner: the caller, who calls ringsum_digest_close() after the last batch that uses it; that wipes the key. Thread:
 * any.
 * Blocks: on libcrypto's first initialisation.
 * Return: 0; -ENOENT: no such MAC or digest; -EACCES: libcrypto refuses them, or the key's length; -EINVAL: a setting,
 * or no key; -ENOMEM.
 */
RINGSUM_API int ringsum_digest_open_mac(const struct ringsum_mac *mac, struct ringsum_digest **ret_digest,
					size_t *ret_bad);

/** struct ringsum_signing - how to sign, or to verify; zero it, then fill it in; all of it is borrowed for the call */
struct ringsum_signing {
	/** @key: path or URI of the key; the first one that is found there */
	const char *key;
	/**
	 * @key_form: "PEM" or "DER", and nothing else is taken; "P12", which libcrypto does not insist on; NULL:
	 * whatever it is
	 */
	const char *key_form;
	/** @is_public: @key is a public key, with which one can only verify; private keys verify as well */
	bool is_public;
	/** @passphrase: of an encrypted key; NULL: none */
	const char *passphrase;
	/** @digest: NULL: the key's default; none for keys that sign the message itself (Ed25519, Ed448, ML-DSA) */
	const char *digest;
	/** @settings: taken in their order: "rsa_padding_mode" "pss" … */
	const struct ringsum_setting *settings;
	size_t n_settings;
	/** @signature: the one to verify; NULL: sign */
	const void *signature;
	size_t signature_len;
};

/**
 * ringsum_digest_open_signing() - make a signature, or the verification of one, ready
 * @ret_digest: put into jobs like any other digest
 * @ret_bad: as with ringsum_digest_open_mac()
 *
 * Keys that sign the message itself need it in memory: files above 1 GiB fail with -EFBIG at the digest stage.
 *
 * Owner: the caller, as with ringsum_digest_open_mac(). Thread: any. Blocks: while the key is read.
 * Return: 0; what opening the key gave; -ENOKEY: it is encrypted, and @passphrase is NULL; -EKEYREJECTED: @passphrase
 * is wrong; -EBADMSG: no key there; -EINVAL: a setting, @key_form, no @key, or a public one to sign with; -ENOENT: also
 * no such digest; -EACCES: libcrypto does not put key and digest together; -ENOMEM.
 */
RINGSUM_API int ringsum_digest_open_signing(const struct ringsum_signing *signing, struct ringsum_digest **ret_digest,
					    size_t *ret_bad);

/** ringsum_digest_kind() - what an opened digest is for */
RINGSUM_API enum ringsum_digest_kind ringsum_digest_kind(const struct ringsum_digest *digest);

/**
 * ringsum_digest_key_type() - libcrypto's name for the type of a keyed digest's key
 *
 * Owner: lives as long as @digest.
 * Return: "RSA", "RSA-PSS", "EC", "ED25519", "HMAC" …; NULL for a plain digest.
 */
RINGSUM_API const char *ringsum_digest_key_type(const struct ringsum_digest *digest);

/* ---- Batches: jobs in, results out ---- */

/** enum ringsum_io - how bytes are read */
enum ringsum_io {
	/** the library decides for each file; no io_uring means plain system calls, quietly */
	RINGSUM_IO_AUTO,
	/** io_uring for everything; creating the batch fails where the kernel refuses it */
	RINGSUM_IO_RING,
	/** read(2) and pread(2) alone */
	RINGSUM_IO_PLAIN,
	/** io_uring, past the page cache wherever the file system can (O_DIRECT) */
	RINGSUM_IO_DIRECT,
	/** io_uring, never past the page cache */
	RINGSUM_IO_BUFFERED,
	/** io_uring with a kernel thread that polls for reads: the last per cents of speed, for a core of its own */
	RINGSUM_IO_SQPOLL,
};

/** struct ringsum_options - how a batch works; zero it, then fill in what matters */
struct ringsum_options {
	/** @io: how to read */
	enum ringsum_io io;
	/** @n_workers: threads that read and hash; 0: one for each CPU that the process may use */
	unsigned n_workers;
	/** @window: jobs that may be between add and next; 0: enough to keep the workers busy */
	unsigned window;
};

/** @ringsum_job.length: to the end of the file */
#define RINGSUM_TO_END UINT64_MAX
/** Digests that one job may ask for. */
#define RINGSUM_JOB_DIGESTS_MAX 8

/** struct ringsum_job - one file, or a range of one; zero it, then fill it in */
struct ringsum_job {
	/** @path: the file to open; NULL: read @fd. Copied. */
	const char *path;
	/** @fd: with @path, the directory it is relative to, or AT_FDCWD; without, the open descriptor to read */
	int fd;
	/**
	 * @offset: first byte of the range. For a descriptor it counts from the current position, which ends up
	 * behind the last byte hashed, as after read(2).
	 */
	uint64_t offset;
	/** @length: bytes of the range, all of which must be there; RINGSUM_TO_END: until the end */
	uint64_t length;
	/** @digests: the digests wanted of this one reading; they must outlive the batch, the array need not */
	const struct ringsum_digest *const *digests;
	/** @n_digests: 1 to RINGSUM_JOB_DIGESTS_MAX */
	unsigned n_digests;
	/** @cookie: comes back with the result; never looked at */
	void *cookie;
};

/** enum ringsum_stage - where a job failed */
enum ringsum_stage {
	RINGSUM_STAGE_NONE,
	RINGSUM_STAGE_OPEN,
	RINGSUM_STAGE_READ,
	RINGSUM_STAGE_DIGEST,
};

/**
 * struct ringsum_work - how a job was done, for people who want to know what it waits for
 *
 * Durations are those of the worker while the job was under way, in nanoseconds; a worker that has several jobs under
 * way spends them on all of these. Whatever is left of wall_ns went into opening, closing and scheduling. A lone source
 * may be hashed by other threads while it is read: then read_ns runs beside hash_ns and wait_ns, which tell of those
 * threads.
 */
struct ringsum_work {
	/** @reader: what served it; static: "ring", "plain", "chain", or "none" */
	const char *reader;
	/** @kernel: what computed the first digest; static: "libcrypto", or a kernel's name */
	const char *kernel;
	/** @disk: what it lies on, as far as that matters; static: "fast", "rotational", "network" */
	const char *disk;
	/** @n_bytes_direct: of the bytes hashed, those read past the page cache */
	uint64_t n_bytes_direct;
	/** @n_bytes_holes: those in holes, which were not read */
	uint64_t n_bytes_holes;
	/** @wall_ns: from before it was opened to its end */
	uint64_t wall_ns;
	/** @read_ns: copying from the page cache and handing in reads; of small files their opening as well */
	uint64_t read_ns;
	/** @hash_ns: computing digests */
	uint64_t hash_ns;
	/** @wait_ns: nothing to hash: the digest waited for data */
	uint64_t wait_ns;
	/** @backlog_ns: data waited for the digest, added up over chunks */
	uint64_t backlog_ns;
};

/** struct ringsum_result - what became of a job */
struct ringsum_result {
	/** @cookie: the job's */
	void *cookie;
	/** @path: the job's, or NULL; lives until the next call of ringsum_batch_next() */
	const char *path;
	/**
	 * @error: 0, or a negative errno value. -ENODATA: the input ended before the range did, or before it began;
	 * at the digest stage -EIO: libcrypto failed; -EACCES: it refuses after all; -EFBIG: see
	 * ringsum_digest_open_signing(); -EBADMSG: what was to be verified is no signature. A directory is -EISDIR.
	 */
	int error;
	/** @stage: where it failed */
	enum ringsum_stage stage;
	/**
	 * @is_torn: size, mtime or ctime of a regular file changed between open and end. The digests are of the bytes
	 * read, which may be a state that the file never had. What moves none of the three, as writes through a mapping
	 * that was dirty before may, is not seen.
	 */
	bool is_torn;
	/** @n_bytes: bytes hashed */
	uint64_t n_bytes;
	/** @n_digests: as in the job; 0 when @error is set */
	unsigned n_digests;
	/** @digests: one for each of the job's, in its order, ringsum_digest_len() bytes; live as long as @path */
	const uint8_t *digests[RINGSUM_JOB_DIGESTS_MAX];
	/** @digest_lens: bytes of each, of which signatures may have fewer than ringsum_digest_len() */
	size_t digest_lens[RINGSUM_JOB_DIGESTS_MAX];
	/** @work: how it was done, failed jobs included */
	struct ringsum_work work;
};

/** struct ringsum_progress - how far a batch has come */
struct ringsum_progress {
	/** @n_bytes: bytes hashed so far, of finished and running jobs */
	uint64_t n_bytes;
	/** @n_jobs: jobs finished */
	uint64_t n_jobs;
};

struct ringsum_batch;

/**
 * ringsum_batch_create() - make an empty batch
 * @options: copied; NULL: all zero
 * @ret_batch: the batch
 *
 * Owner: the caller, who calls ringsum_batch_destroy(). Thread: any. Blocks: no.
 * Return: 0; -ENOMEM; -EINVAL: an option out of range; with a way that needs io_uring, what io_uring_setup(2) said.
 */
RINGSUM_API int ringsum_batch_create(const struct ringsum_options *options, struct ringsum_batch **ret_batch);

/**
 * ringsum_batch_destroy() - end a batch; jobs that are not finished are dropped; NULL is allowed
 *
 * Blocks: until no read is under way any more; reads that wait for a pipe or a terminal are cancelled.
 */
RINGSUM_API void ringsum_batch_destroy(struct ringsum_batch *batch);

/**
 * ringsum_batch_add() - hand in a job
 * @job: copied, its path too
 *
 * Two jobs that read the same descriptor (not path) must not be in the batch at once: they would share its position.
 *
 * Thread: the batch's. Blocks: no.
 * Return: 0; -EAGAIN: the window is full, take results first; -EINVAL: a job out of range; -ENOMEM.
 */
RINGSUM_API int ringsum_batch_add(struct ringsum_batch *batch, const struct ringsum_job *job);

/**
 * ringsum_batch_next() - take the result of the oldest job not yet taken
 * @timeout_ms: how long to wait for it, in milliseconds; negative: as long as it takes
 * @ret_result: the result, valid until the next call
 *
 * With one worker, or one job, the calling thread does the work here.
 *
 * Thread: the batch's. Blocks: up to @timeout_ms, or a little longer where one read takes long.
 * Return: 1: @ret_result is filled; 0: no job is left; -ETIMEDOUT; -ENOMEM.
 */
RINGSUM_API int ringsum_batch_next(struct ringsum_batch *batch, int timeout_ms, struct ringsum_result *ret_result);

/** ringsum_batch_progress() - how far the batch has come; Thread: the batch's; Blocks: no */
RINGSUM_API void ringsum_batch_progress(const struct ringsum_batch *batch, struct ringsum_progress *ret_progress);

/* ---- About ---- */

/** struct ringsum_about - what this build runs on; strings are static or inside */
struct ringsum_about {
	/** @version: of libringsum, "0.1.0" */
	const char *version;
	/** @crypto: the libcrypto at run time, "OpenSSL 3.0.19 27 Jan 2026" */
	const char *crypto;
	/** @cpu: CPU features that matter to digests and are in use, blanks between them; "none" */
	char cpu[192];
	/** @ring_error: 0: io_uring works here; else the negative errno value that it is refused with */
	int ring_error;
};

/** ringsum_about() - describe the library, the libcrypto and the machine; Thread: any; Blocks: no */
RINGSUM_API void ringsum_about(struct ringsum_about *ret_about);

#ifdef __cplusplus
}
#endif

#endif
