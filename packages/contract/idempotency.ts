/**
 * Sending a change again when its answer was lost. A `repeatable` call with a key of the caller's choice is carried out once,
 * however often it arrives, and answered the same each time: for a day after its success, by the same person. A refusal uses
 * up no key. The same key on a different call or body is refused with 422; of calls that arrive together the later ones wait.
 */

/** The request header that carries the key. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** At least as long as 8 random characters; a UUID does well. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,128}$/;
