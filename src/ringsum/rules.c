/* SPDX-License-Identifier: MIT */
/*
 * Owns the list of rules, in the order in which GNU programs apply theirs. An option that has no meaning where it
 * stands is an error: a mistaken command line must not look as if it had done what was meant.
 */
#include "rules.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

/* Return: is the rule broken? */
typedef bool rule_fn(const struct options *o);

static bool verifies(const struct options *o)
{
	return o->is_check || o->expect;
}

static bool is_base64_and_raw(const struct options *o)
{
	return o->is_base64 && o->is_raw;
}

static bool is_tag_and_text(const struct options *o)
{
	return o->is_tag && o->text_mode == TEXT_MODE_TEXT;
}

static bool is_zero_and_verify(const struct options *o)
{
	return o->is_zero && verifies(o);
}

static bool is_tag_and_verify(const struct options *o)
{
	return o->is_tag && verifies(o);
}

static bool is_text_mode_and_verify(const struct options *o)
{
	return o->text_mode != TEXT_MODE_UNSET && verifies(o);
}

static bool is_ignore_without_check(const struct options *o)
{
	return o->ignores_missing && !o->is_check;
}

static bool is_status_alone(const struct options *o)
{
	return o->verbosity == VERBOSITY_STATUS && !verifies(o);
}

static bool is_warn_alone(const struct options *o)
{
	return o->verbosity == VERBOSITY_WARN && !verifies(o);
}

static bool is_quiet_alone(const struct options *o)
{
	return o->verbosity == VERBOSITY_QUIET && !verifies(o);
}

static bool is_strict_alone(const struct options *o)
{
	return o->is_strict && !verifies(o);
}

static bool is_lenient_alone(const struct options *o)
{
	return o->is_lenient && !verifies(o);
}

static bool is_only_without_check(const struct options *o)
{
	return o->n_only > 0 && !o->is_check;
}

static bool is_strip_without_check(const struct options *o)
{
	return o->has_strip && !o->is_check;
}

static bool is_layout_and_verify(const struct options *o)
{
	return o->has_layout && verifies(o);
}

static bool is_raw_and_verify(const struct options *o)
{
	return o->is_raw && verifies(o);
}

static bool is_base64_and_verify(const struct options *o)
{
	return o->is_base64 && verifies(o);
}

static bool is_layout_and_raw(const struct options *o)
{
	return o->is_raw && o->has_layout;
}

static bool is_expect_and_check(const struct options *o)
{
	return o->expect && o->is_check;
}

static bool is_expect_twice(const struct options *o)
{
	return o->has_second_expect;
}

static bool is_range_and_check(const struct options *o)
{
	return (o->has_offset || o->length != RINGSUM_TO_END) && o->is_check;
}

static bool is_range_too_long(const struct options *o)
{
	uint64_t end;

	return o->length != RINGSUM_TO_END && __builtin_add_overflow(o->offset, o->length, &end);
}

static bool is_raw_of_several(const struct options *o)
{
	return o->is_raw && o->n_operands > 1;
}

static bool has_several_algorithms(const struct options *o)
{
	return o->algo_name && strchr(o->algo_name, ',');
}

static bool is_several_and_check(const struct options *o)
{
	return has_several_algorithms(o) && o->is_check;
}

static bool is_several_and_expect(const struct options *o)
{
	return has_several_algorithms(o) && o->expect;
}

static bool is_several_and_raw(const struct options *o)
{
	return has_several_algorithms(o) && o->is_raw;
}

static bool is_out_and_verify(const struct options *o)
{
	return o->n_outs > 0 && verifies(o);
}

static const struct rule {
	rule_fn *is_broken;
	const char *text;
	int error;
} rules[] = {
	{ is_base64_and_raw, "--base64 and --raw are mutually exclusive", -EINVAL },
	{ is_tag_and_text, "--tag does not support --text mode", -EINVAL },
	{ is_zero_and_verify, "the --zero option is not supported when verifying checksums", -EINVAL },
	{ is_tag_and_verify, "the --tag option is meaningless when verifying checksums", -EINVAL },
	{ is_text_mode_and_verify, "the --binary and --text options are meaningless when verifying checksums",
	  -EINVAL },
	{ is_ignore_without_check, "the --ignore-missing option is meaningful only when verifying checksums", -EINVAL },
	{ is_status_alone, "the --status option is meaningful only when verifying checksums", -EINVAL },
	{ is_warn_alone, "the --warn option is meaningful only when verifying checksums", -EINVAL },
	{ is_quiet_alone, "the --quiet option is meaningful only when verifying checksums", -EINVAL },
	{ is_strict_alone, "the --strict option is meaningful only when verifying checksums", -EINVAL },
	/* Only ringsum has the options below. */
	{ is_lenient_alone, "the --lenient option is meaningful only when verifying checksums", -EINVAL },
	{ is_only_without_check, "the --only option is meaningful only with --check", -EINVAL },
	{ is_strip_without_check, "the --strip-path option is meaningful only with --check", -EINVAL },
	{ is_expect_and_check, "--expect and --check are mutually exclusive", -EINVAL },
	{ is_expect_twice, "the --expect option can be given once", -EINVAL },
	{ is_layout_and_verify, "the --layout option is meaningless when verifying checksums", -EINVAL },
	{ is_raw_and_verify, "the --raw option is meaningless when verifying checksums", -EINVAL },
	{ is_base64_and_verify, "the --base64 option is meaningless when verifying checksums", -EINVAL },
	{ is_layout_and_raw, "--raw writes no layout", -EINVAL },
	{ is_several_and_check, "--check takes one algorithm, or none: lists name theirs", -EINVAL },
	{ is_several_and_expect, "--expect is one digest and takes one algorithm", -EINVAL },
	{ is_several_and_raw, "--raw writes one digest and takes one algorithm", -EINVAL },
	{ is_out_and_verify, "the --out option is meaningless when verifying checksums", -EINVAL },
	{ is_range_and_check, "the --bytes and --offset options are meaningless with --check", -EINVAL },
	{ is_range_too_long, "--offset and --bytes together are too large", -EINVAL },
	{ is_raw_of_several, "the --raw option is not supported with multiple files", -E2BIG },
};

int rules_check(const struct options *options, const struct diag *diag)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		if (rules[i].is_broken(options)) {
			diag_tell(diag, 0, "%s", rules[i].text);
			return rules[i].error;
		}
	}
	return 0;
}
