/* SPDX-License-Identifier: MIT */
/*
 * Owns the memory of a text. What does not fit into memory is an error of the output, so that it is never lost in
 * silence.
 */
#include "memtext.h"

#include <errno.h>
#include <stdlib.h>

static void fail(struct out *out)
{
	if (out->error == 0)
		out->error = -ENOMEM;
}

bool memtext_begin(struct memtext *text, struct out *out)
{
	*text = (struct memtext){ 0 };
	text->to = open_memstream(&text->buf, &text->len);
	if (!text->to)
		fail(out);
	return text->to;
}

void memtext_end(struct memtext *text, struct out *out)
{
	if (fclose(text->to) == 0)
		out_write(out, text->buf, text->len);
	else
		fail(out);
	free(text->buf);
}
