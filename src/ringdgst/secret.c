/* SPDX-License-Identifier: MIT */
/*
 * Owns the memory of secrets, which is never reallocated: realloc(3) would leave a copy behind. While a terminal does
 * not echo, signals wait until it does again.
 */
#include "secret.h"

#include "cli/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* @max: bytes that it must be able to hold */
static int make(size_t max, struct secret *ret_secret)
{
	char *data = calloc(1, max + 1);

	if (!data)
		return -ENOMEM;
	*ret_secret = (struct secret){ .data = data, .room = max + 1 };
	return 0;
}

int secret_from_text(const char *text, struct secret *ret_secret)
{
	size_t len = strlen(text);
	struct secret secret;
	int error = make(len, &secret);

	if (error < 0)
		return error;
	memcpy(secret.data, text, len);
	secret.len = len;
	*ret_secret = secret;
	return 0;
}

int secret_from_env(const char *name, struct secret *ret_secret)
{
	char *value = getenv(name);
	int error = value ? secret_from_text(value, ret_secret) : -ENOENT;

	/* The string that the kernel shows as /proc/PID/environ is this one. */
	if (error == 0)
		explicit_bzero(value, strlen(value));
	return error;
}

static int digit_value(char digit)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	const char *at = digit ? strchr(digits, digit) : NULL;

	return at ? (int)((at - digits) % 16) : -1;
}

/* As libcrypto reads hex keys, colons between bytes included. In place. Return: 0; -EINVAL: it is no hex. */
static int decode_hex(struct secret *secret)
{
	const char *from = secret->data;
	size_t n = 0;

	while (*from) {
		int high = digit_value(from[0]);
		int low = high < 0 ? -1 : digit_value(from[1]);

		if (low < 0)
			return -EINVAL;
		secret->data[n++] = (char)(high << 4 | low);
		from += from[2] == ':' ? 3 : 2;
	}
	explicit_bzero(secret->data + n, secret->room - n);
	secret->len = n;
	return 0;
}

int secret_from_env_hex(const char *name, struct secret *ret_secret)
{
	struct secret secret;
	int error = secret_from_env(name, &secret);

	if (error < 0)
		return error;
	error = decode_hex(&secret);
	if (error < 0)
		secret_finish(&secret);
	else
		*ret_secret = secret;
	return error;
}

/* Return: 1: @ret_byte is one of the line; 0: the line is over; a negative errno value. */
static int read_byte(int fd, char *ret_byte)
{
	ssize_t n = fd_read(fd, ret_byte, 1);

	if (n < 0)
		return (int)n;
	return n == 1 && *ret_byte != '\n';
}

/* Byte by byte, because what follows the line may be the message. Return: as secret_from_fd() */
static int read_line(int fd, struct secret *secret)
{
	char byte = '\0';
	int rc;

	while ((rc = read_byte(fd, &byte)) == 1 && byte != '\0' && secret->len < SECRET_MAX)
		secret->data[secret->len++] = byte;
	if (rc == 1)
		rc = byte ? -E2BIG : -EILSEQ;
	else if (rc == 0 && secret->len == 0 && byte != '\n')
		rc = -ENODATA;
	explicit_bzero(&byte, sizeof(byte));
	return rc;
}

/* To the end. Return: as secret_from_fd() */
static int read_all(int fd, struct secret *secret)
{
	ssize_t n;

	do {
		n = fd_read(fd, secret->data + secret->len, secret->room - secret->len);
		secret->len += n > 0 ? n : 0;
	} while (n > 0 && secret->len < secret->room);
	if (n < 0)
		return (int)n;
	return n > 0 ? -E2BIG : secret->len == 0 ? -ENODATA : 0;
}

typedef int fill_fn(int fd, struct secret *secret);

static int read_secret(int fd, fill_fn *fill, struct secret *ret_secret)
{
	struct secret secret;
	int error = make(SECRET_MAX, &secret);

	if (error < 0)
		return error;
	error = fill(fd, &secret);
	if (error < 0)
		secret_finish(&secret);
	else
		*ret_secret = secret;
	return error;
}

static int read_file(const char *path, fill_fn *fill, struct secret *ret_secret)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int error;

	if (fd < 0)
		return -errno;
	error = read_secret(fd, fill, ret_secret);
	close(fd);
	return error;
}

int secret_from_fd(int fd, struct secret *ret_secret)
{
	return read_secret(fd, read_line, ret_secret);
}

int secret_from_file(const char *path, struct secret *ret_secret)
{
	return read_file(path, read_line, ret_secret);
}

int secret_from_key_file(const char *path, struct secret *ret_secret)
{
	return read_file(path, read_all, ret_secret);
}

static const int held_signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

#define N_HELD (sizeof(held_signals) / sizeof(held_signals[0]))

static volatile sig_atomic_t caught;

static void catch(int signal)
{
	caught = signal;
}

/* So that a read of the terminal ends, and the signal can be given its way when the terminal is as it was. */
static void hold_signals(struct sigaction ret_old[N_HELD])
{
	struct sigaction action = { .sa_handler = catch };

	sigemptyset(&action.sa_mask);
	caught = 0;
	for (size_t i = 0; i < N_HELD; i++)
		sigaction(held_signals[i], &action, &ret_old[i]);
}

static void let_signals_go(const struct sigaction old[N_HELD])
{
	for (size_t i = 0; i < N_HELD; i++)
		sigaction(held_signals[i], &old[i], NULL);
	if (caught)
		raise(caught);
}

/* fd_read() goes on after signals; this does not. */
static int read_answer(int fd, struct secret *secret)
{
	char byte;
	ssize_t n;

	while ((n = read(fd, &byte, 1)) == 1 && byte != '\n' && secret->len < SECRET_MAX)
		secret->data[secret->len++] = byte;
	explicit_bzero(&byte, sizeof(byte));
	if (n < 0)
		return errno == EINTR ? -ECANCELED : -errno;
	return n == 0 ? -ECANCELED : secret->len == SECRET_MAX ? -E2BIG : 0;
}

static int ask(int fd, const char *prompt, struct secret *secret)
{
	struct sigaction old_actions[N_HELD];
	struct termios old, quiet;
	int error;

	if (tcgetattr(fd, &old) < 0)
		return -ENOTTY;
	quiet = old;
	quiet.c_lflag &= ~(tcflag_t)ECHO;
	quiet.c_lflag |= ICANON | ISIG;
	/* Stopped, it would leave the shell a terminal without echo. */
	quiet.c_cc[VSUSP] = _POSIX_VDISABLE;
	hold_signals(old_actions);
	error = tcsetattr(fd, TCSAFLUSH, &quiet) < 0 ? -errno : fd_write_all(fd, prompt, strlen(prompt));
	if (error == 0)
		error = read_answer(fd, secret);
	tcsetattr(fd, TCSANOW, &old);
	if (fd_write_all(fd, "\n", 1) < 0 && error == 0)
		error = -ENOTTY;
	let_signals_go(old_actions);
	return error;
}

int secret_ask(const char *prompt, struct secret *ret_secret)
{
	int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	struct secret secret = { 0 };
	int error;

	if (fd < 0)
		return -ENOTTY;
	error = make(SECRET_MAX, &secret);
	if (error == 0)
		error = ask(fd, prompt, &secret);
	close(fd);
	if (error < 0)
		secret_finish(&secret);
	else
		*ret_secret = secret;
	return error;
}

void secret_finish(struct secret *secret)
{
	if (secret->data)
		explicit_bzero(secret->data, secret->room);
	free(secret->data);
	*secret = (struct secret){ 0 };
}
