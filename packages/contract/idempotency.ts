/**
 * Idempotency keys, with which a change can be repeated when its answer was lost. A `repeatable` call with a key is executed
 * once and answered the same each time, for one day after its success and for the same person. A refused call does not use
 * up its key. The same key with another call or body is refused with 422. Concurrent calls with one key wait for the first.
 */

import { z } from 'zod';
import type { Headers } from './endpoint.ts';

/** The request header that carries the key. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** Such as a UUID. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{8,128}$/;

/** The header of a repeatable call, for the API's docs. */
export const idempotencyKey: Headers = {
  [idempotencyKeyHeader]: {
    description:
      'Such as a UUID. A call that is repeated with the same key is executed once and answered the same each time, for at least one day.',
    schema: z.string().regex(idempotencyKeyPattern),
  },
};
