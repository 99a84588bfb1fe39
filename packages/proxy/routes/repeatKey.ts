/** The key by which a caller marks a repeated call. */
import type { FastifyRequest } from 'fastify';
import { repeatHeader } from '@cloakroom/contract/repeat.ts';

export const repeatKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers[repeatHeader.toLowerCase()];
  return typeof key === 'string' ? key : undefined;
};
