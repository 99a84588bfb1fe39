/** The outbox, for the operator of a service without a mail server. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getOutboxMail, listOutbox } from '@cloakroom/contract/outbox.ts';
import { isForwarded } from '@cloakroom/server-kit/forwarded.ts';
import { forbidden, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { isLoopback, loopbackNames } from '../../loopback.ts';
import { constantTimeEqual } from '../../constantTimeEqual.ts';
import { serve } from '../../plugins/access.ts';
import { readMail, readOutbox } from './outbox.ts';
import { hasOutbox, outboxToken } from './outboxToken.ts';

const forbiddenDetail =
  'The outbox holds links that open accounts, so it opens only with the address that was printed when the programs started. ' +
  'Where npm start runs, it stands beside “Mail”; a service that was started by itself wrote it to its standard error.';

/**
 * Whether there is an outbox and the request comes from this machine. The Host header is checked against DNS rebinding. A
 * proxy on this machine that sends no forwarding headers can't be detected: the token protects against that.
 */
export function offersOutbox(config: Config, request: FastifyRequest): boolean {
  return (
    hasOutbox(config) &&
    !isForwarded(request.headers) &&
    loopbackNames.has(config.HOST) &&
    isLoopback(request.socket.remoteAddress ?? '') &&
    loopbackNames.has(request.hostname.replace(/^\[|\]$/g, ''))
  );
}

export function outboxRoutes(app: FastifyInstance, { config }: Deps): void {
  /** @throws {HttpProblem} 404 if there is no outbox for this caller, 403 without its token. */
  const requireOutboxToken = (request: FastifyRequest, token: string) => {
    if (!offersOutbox(config, request)) throw notFound('Address');
    if (!constantTimeEqual(token, outboxToken(config))) throw forbidden(forbiddenDetail);
  };

  serve(app, listOutbox, async ({ request, query }) => {
    requireOutboxToken(request, query.token);
    return readOutbox(config.DATA_DIR);
  });

  serve(app, getOutboxMail, async ({ request, params, query }) => {
    requireOutboxToken(request, query.token);
    const mail = await readMail(config.DATA_DIR, params.id);
    if (!mail) throw notFound('Mail');
    return mail;
  });
}
