/** The key by which a caller marks a repeated call. */
import type { FastifyRequest } from 'fastify';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';

export const repeatKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers[idempotencyKeyHeader.toLowerCase()];
  return typeof key === 'string' ? key : undefined;
};
