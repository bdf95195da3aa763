/* SPDX-License-Identifier: MIT */
/*
 * What ringspeed's own -json tells.
 */
#ifndef RINGSPEED_SAVED_REPORT_H
#define RINGSPEED_SAVED_REPORT_H

#include "saved_build.h"
#include "saved_json.h"

/** saved_report_read() - hand every result in @report to @build; false: this is not what ringspeed writes */
bool saved_report_read(struct saved_json report, struct saved_build *build);

#endif
