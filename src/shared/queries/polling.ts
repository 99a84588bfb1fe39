/** Queries that follow work of the server. */

/** The interval while there is something left to do. */
export const pollInterval = { ms: 1_000 };
