/** The proxy's errors as answers: their statuses, and the names of these. */
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FieldSetMismatch, Tampered } from '@cloakroom/sealed-index/crypto/tampered.ts';
import { FilterRefused } from '@cloakroom/sealed-index/filters.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { storageProblem } from '@cloakroom/server-kit/storageError.ts';
import { KeyringError } from './keyring/keyringError.ts';

/** The proxy's own errors name their status, so that they can be distinguished from the service's. */
export async function withStatusText(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isProblem = typeof payload === 'object' && payload !== null && 'detail' in payload;
  if (reply.statusCode < 400 || !isProblem) return payload;
  return { ...payload, error: STATUS_CODES[reply.statusCode] };
}

export const rethrowAsProblem = (error: unknown): never => {
  throw toHttpProblem(error) ?? error;
};

/** Maps errors of keyrings, index and encryption to statuses. Their messages are shown to people. */
export function toHttpProblem(error: unknown): HttpProblem | undefined {
  if (error instanceof FilterRefused) return new HttpProblem(400, error.message, { cause: error });
  if (error instanceof KeyringError && (error.code === 'wrong-passphrase' || error.code === 'wait'))
    return new HttpProblem(403, error.message, { cause: error });
  if ([KeyringError, IndexRefused, Tampered, FieldSetMismatch].some((refusal) => error instanceof refusal))
    return new HttpProblem(422, (error as Error).message, { cause: error });
  return storageProblem(error) ?? undefined;
}
