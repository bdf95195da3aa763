/* SPDX-License-Identifier: MIT */
/*
 * The command line as one struct. Reading it changes nothing and opens nothing.
 */
#ifndef RINGSUM_OPTIONS_H
#define RINGSUM_OPTIONS_H

#include "gnu.h"

#include "cli/diag.h"
#include "cli/progress.h"
#include "manifest/write.h"

#include <ringsum.h>

/** enum action - what is asked for */
enum action {
	ACTION_SUM,
	ACTION_CHECK,
	ACTION_EXPECT,
	ACTION_HELP,
	ACTION_VERSION,
};

/** enum verbosity - of several options the last one holds, as GNU has it */
enum verbosity {
	VERBOSITY_NORMAL,
	/** name each malformed line */
	VERBOSITY_WARN,
	/** no line for what is OK */
	VERBOSITY_QUIET,
	/** the exit status says it all */
	VERBOSITY_STATUS,
};

/** enum text_mode - what -b and -t asked for */
enum text_mode {
	TEXT_MODE_UNSET,
	TEXT_MODE_BINARY,
	TEXT_MODE_TEXT,
};

/** enum stats_mode - what --stats asked for */
enum stats_mode {
	STATS_NONE,
	STATS_TEXT,
	STATS_JSON,
};

/** @options.strip: down to the base name */
#define STRIP_ALL UINT64_MAX

/** struct options - what the command line says; strings point into it */
struct options {
	enum action action;
	enum verbosity verbosity;

	/** @algo_name: of -a, several with commas between; NULL: not given */
	const char *algo_name;
	/** @length_bits: of -l; 0: not given */
	uint64_t length_bits;

	/* how sums are written */
	enum text_mode text_mode;
	enum manifest_layout layout;
	bool has_layout;
	bool is_tag;
	bool is_untagged;
	bool is_base64;
	bool is_raw;
	bool is_zero;
	/** @outs: of --out, as they stand there */
	const char **outs;
	unsigned n_outs;

	/* what is read */
	const char *directory;
	uint64_t offset;
	/** @length: of --bytes; RINGSUM_TO_END: not given */
	uint64_t length;
	bool has_offset;

	/* how lists are checked */
	bool is_check;
	bool ignores_missing;
	bool is_strict;
	bool is_lenient;
	const char *expect;
	bool has_second_expect;
	const char **only;
	unsigned n_only;
	/** @strip: leading directories to drop from listed names; 0: none */
	uint64_t strip;
	bool has_strip;

	/* how the work is done */
	enum ringsum_io io;
	unsigned n_workers;
	enum progress_mode progress;
	enum stats_mode stats;
	bool is_verbose;

	char **operands;
	unsigned n_operands;
};

/**
 * options_parse() - read the command line
 * @personality: a GNU name has GNU's options only
 * @argv: its operands are moved to the end
 * @diag: gets what is wrong
 * @ret_options: filled in
 *
 * Owner: the caller, who calls options_finish().
 * Return: 0; -EINVAL: the user has been told why; -ENOMEM.
 */
int options_parse(const struct personality *personality, int argc, char **argv, const struct diag *diag,
		  struct options *ret_options);

/** options_finish() - free what options_parse() allocated */
void options_finish(struct options *options);

#endif
