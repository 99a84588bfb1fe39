/** The proxy's own errors name their status. */
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Adds the status text to the proxy's own errors, so that they can be distinguished from the service's. */
export async function withStatusText(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isProblem = typeof payload === 'object' && payload !== null && 'detail' in payload;
  if (reply.statusCode < 400 || !isProblem) return payload;
  return { ...payload, error: STATUS_CODES[reply.statusCode] };
}
