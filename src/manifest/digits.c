/* SPDX-License-Identifier: MIT */
/*
 * Digests as text. Each decoder takes the whole field or refuses it: no prefix, no blanks, nothing left over. How long
 * a digest must be is the layout's affair, not this file's.
 */
#include "digits.h"

#include <string.h>

/* One more than the value; 0: no hex digit. */
static const uint8_t hex_values[256] = {
	['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7, ['7'] = 8,
	['8'] = 9, ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
	['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

static const char base64_alphabet[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static unsigned hex_value(char digit)
{
	return hex_values[(uint8_t)digit];
}

bool digits_is_hex(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (!hex_value(text[i]))
			return false;
	}
	return len > 0;
}

/* Pairs of digits, @step characters apart. */
static bool decode_pairs(const char *text, size_t n_pairs, size_t step, uint8_t *ret_digest)
{
	for (size_t i = 0; i < n_pairs; i++) {
		unsigned high = hex_value(text[i * step]);
		unsigned low = hex_value(text[i * step + 1]);

		if (!high || !low)
			return false;
		ret_digest[i] = (uint8_t)((high - 1) << 4 | (low - 1));
	}
	return true;
}

static size_t decode_hex(const char *text, size_t len, uint8_t *ret_digest)
{
	if (len % 2 || len / 2 > RINGSUM_DIGEST_MAX || !decode_pairs(text, len / 2, 2, ret_digest))
		return 0;
	return len / 2;
}

static size_t decode_colons(const char *text, size_t len, uint8_t *ret_digest)
{
	size_t n = (len + 1) / 3;

	if (len % 3 != 2 || n > RINGSUM_DIGEST_MAX)
		return 0;
	for (size_t i = 2; i < len; i += 3) {
		if (text[i] != ':')
			return 0;
	}
	return decode_pairs(text, n, 3, ret_digest) ? n : 0;
}

static int base64_value(char letter)
{
	if (letter >= 'A' && letter <= 'Z')
		return letter - 'A';
	if (letter >= 'a' && letter <= 'z')
		return letter - 'a' + 26;
	if (letter >= '0' && letter <= '9')
		return letter - '0' + 52;
	return letter == '+' ? 62 : letter == '/' ? 63 : -1;
}

size_t digits_decode_base64(const char *text, size_t len, uint8_t *ret_digest)
{
	size_t n_letters = len;
	size_t n = 0;
	uint32_t bits = 0;
	unsigned n_bits = 0;

	while (n_letters > 0 && len - n_letters < 2 && text[n_letters - 1] == '=')
		n_letters--;
	if (len == 0 || len % 4 || n_letters * 6 / 8 > RINGSUM_DIGEST_MAX)
		return 0;
	for (size_t i = 0; i < n_letters; i++) {
		int value = base64_value(text[i]);

		if (value < 0)
			return 0;
		bits = bits << 6 | (uint32_t)value;
		n_bits += 6;
		if (n_bits >= 8) {
			n_bits -= 8;
			ret_digest[n++] = (uint8_t)(bits >> n_bits);
		}
	}
	if (bits & ((1u << n_bits) - 1))
		return 0;
	return n;
}

size_t digits_decode(const char *text, size_t len, uint8_t *ret_digest)
{
	size_t n = decode_hex(text, len, ret_digest);

	if (n == 0 && len > 2 && text[2] == ':')
		n = decode_colons(text, len, ret_digest);
	if (n == 0)
		n = digits_decode_base64(text, len, ret_digest);
	return n;
}

void digits_to_hex(const uint8_t *bytes, size_t len, char *ret_text)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < len; i++) {
		ret_text[2 * i] = digits[bytes[i] >> 4];
		ret_text[2 * i + 1] = digits[bytes[i] & 15];
	}
}

size_t digits_to_base64(const uint8_t *bytes, size_t len, char *ret_text)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i += 3) {
		size_t left = len - i;
		uint32_t bits = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
				(left > 2 ? bytes[i + 2] : 0);

		ret_text[n++] = base64_alphabet[bits >> 18];
		ret_text[n++] = base64_alphabet[bits >> 12 & 63];
		ret_text[n++] = left > 1 ? base64_alphabet[bits >> 6 & 63] : '=';
		ret_text[n++] = left > 2 ? base64_alphabet[bits & 63] : '=';
	}
	return n;
}
