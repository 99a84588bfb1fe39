/** A timeout for polling on a busy machine. */

/** An action that is immediate on an idle machine may take long on a busy one. */
export const pollTimeout = { timeout: 30_000 };
