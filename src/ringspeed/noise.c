/* SPDX-License-Identifier: MIT */
/*
 * Owns the readings. Steal time is that of all processors together, as a process moves between them. What cannot be
 * read is unknown, and nothing is said about it.
 */
#include "noise.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>

bool noise_parse_stat(const char *line, uint64_t *ret_stolen, uint64_t *ret_total)
{
	/* user nice system idle iowait irq softirq steal; guest time is in user time already */
	uint64_t ticks[8], total = 0;
	int n = sscanf(line, "cpu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
			     " %" SCNu64, &ticks[0], &ticks[1], &ticks[2], &ticks[3], &ticks[4], &ticks[5], &ticks[6],
		       &ticks[7]);

	if (n != 8)
		return false;
	for (unsigned i = 0; i < 8; i++)
		total += ticks[i];
	*ret_stolen = ticks[7];
	*ret_total = total;
	return true;
}

static bool read_ticks(uint64_t *ret_stolen, uint64_t *ret_total)
{
	char line[512] = "";
	FILE *file = fopen("/proc/stat", "re");
	bool has_line;

	if (!file)
		return false;
	has_line = fgets(line, sizeof(line), file) != NULL;
	fclose(file);
	return has_line && noise_parse_stat(line, ret_stolen, ret_total);
}

/* Of the processor that this runs on; 0: the kernel does not tell. */
static double read_mhz(void)
{
	char path[96];
	unsigned long khz = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", sched_getcpu());
	file = fopen(path, "re");
	if (!file)
		return 0;
	if (fscanf(file, "%lu", &khz) != 1)
		khz = 0;
	fclose(file);
	return (double)khz / 1000;
}

void noise_begin(struct noise *noise)
{
	*noise = (struct noise){ .found = { .steal = -1 } };
	noise->has_ticks = read_ticks(&noise->stolen, &noise->total);
}

void noise_look(struct noise *noise)
{
	struct rates_noise *found = &noise->found;
	double mhz = read_mhz();

	if (mhz <= 0)
		return;
	if (found->mhz_min <= 0 || mhz < found->mhz_min)
		found->mhz_min = mhz;
	if (mhz > found->mhz_max)
		found->mhz_max = mhz;
}

void noise_end(struct noise *noise, struct rates_noise *ret_found)
{
	uint64_t stolen, total;

	if (noise->has_ticks && read_ticks(&stolen, &total) && total > noise->total && stolen >= noise->stolen)
		noise->found.steal = (double)(stolen - noise->stolen) / (double)(total - noise->total);
	*ret_found = noise->found;
}

bool noise_words(const struct rates_noise *found, char ret_words[NOISE_WORDS_MAX])
{
	bool is_stolen = found->steal > NOISE_STEAL_TOLD;
	bool is_changing = found->mhz_min > 0 && found->mhz_max > found->mhz_min * (1 + NOISE_MHZ_TOLD);
	int len = 0;

	if (is_stolen)
		len = snprintf(ret_words, NOISE_WORDS_MAX, "the host took %.0f%% of the processors' time for others",
			       100 * found->steal);
	if (is_changing)
		snprintf(ret_words + len, NOISE_WORDS_MAX - len,
			 "%sthe processor's frequency changed from %.0f to %.0f MHz", len > 0 ? ", and " : "",
			 found->mhz_min, found->mhz_max);
	return is_stolen || is_changing;
}
