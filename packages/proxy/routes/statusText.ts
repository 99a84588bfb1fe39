/** The proxy's own errors name their status, so that they can be distinguished from the service's. */
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Adds the text of the status to a refusal. */
export async function withStatusText(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isProblem = typeof payload === 'object' && payload !== null && 'detail' in payload;
  if (reply.statusCode < 400 || !isProblem) return payload;
  return { ...payload, error: STATUS_CODES[reply.statusCode] };
}
