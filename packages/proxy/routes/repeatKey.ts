/** Reads the `Idempotency-Key` of a request. */
import type { FastifyRequest } from 'fastify';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';

export const repeatKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers[idempotencyKeyHeader.toLowerCase()];
  return typeof key === 'string' ? key : undefined;
};
