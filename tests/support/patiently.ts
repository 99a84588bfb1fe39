/** Waiting for what comes by itself, on a machine that may be busy with something else. */

/** What an idle machine does at once may take a busy one long; what never comes fails all the same. */
export const patiently = { timeout: 30_000 };
