/* SPDX-License-Identifier: MIT */
/*
 * The MAC that the command line asks for: -hmac and its kin, or -mac with -macopt.
 */
#ifndef RINGDGST_MAC_H
#define RINGDGST_MAC_H

#include "session.h"

/** struct mac - a MAC with its key; zero it before the first use */
struct mac {
	/** @wanted: for ringsum_digest_open_mac(), but for its digest; points into what follows */
	struct ringsum_mac wanted;
	/** @key: where it is not among the settings */
	struct secret key;
	/** @copies: the arguments of -macopt, cut in two */
	struct secret *copies;
	struct ringsum_setting *settings;
	/** @sources: those arguments as they were, one for each setting */
	const char **sources;
	size_t n_settings;
};

/** mac_is_wanted() - does the command line ask for one? */
bool mac_is_wanted(const struct options *options);

/** mac_is_hmac() - is the one that it asks for an HMAC? */
bool mac_is_hmac(const struct options *options);

/**
 * mac_init() - read the key, and what else -macopt says
 *
 * Owner: the caller, who calls mac_finish(), also on failure. Return: 0; -EINVAL: the user has been told why not.
 */
int mac_init(struct mac *mac, struct session *session);

/**
 * mac_open() - make a digest of it
 * @digest_name: what an HMAC is over; NULL for other MACs
 *
 * Return: 0; -EINVAL: the user has been told why not.
 */
int mac_open(struct mac *mac, struct session *session, const char *digest_name, struct ringsum_digest **ret_digest);

/** mac_finish() - wipe all */
void mac_finish(struct mac *mac);

#endif
