/** The outbox, for the person who runs the service: what the mail server that isn't there would have sent. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getOutboxMail, listOutbox } from '@cloakroom/contract/outbox.ts';
import { isForwarded } from '@cloakroom/server-kit/forwarded.ts';
import { forbidden, notFound } from '@cloakroom/server-kit/problem.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { isLoopback, loopbackNames } from '../../loopback.ts';
import { constantTimeEqual } from '../../constantTimeEqual.ts';
import { serve } from '../../plugins/access.ts';
import { readLetter, readOutbox } from './outbox.ts';
import { hasOutbox, outboxToken } from './outboxToken.ts';

const closed =
  'The outbox holds links that open accounts, so it opens only with the address that was printed when the programs started. ' +
  'Where npm start runs, it stands beside “Mail”; a service that was started by itself wrote it to its standard error.';

/**
 * Whether there is an outbox and the request comes from this machine. The name asked for is checked too: a page elsewhere that
 * has its own name point here is not on this machine. A server here that passes requests on and says nothing of it can't be
 * told from a person here: the token keeps those out.
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
  /** @throws {HttpProblem} 404 where there is no outbox for this caller, 403 without its token. */
  const requireToken = (request: FastifyRequest, token: string) => {
    if (!offersOutbox(config, request)) throw notFound('Address');
    if (!constantTimeEqual(token, outboxToken(config))) throw forbidden(closed);
  };

  serve(app, listOutbox, async ({ request, query }) => {
    requireToken(request, query.token);
    return readOutbox(config.DATA_DIR);
  });

  serve(app, getOutboxMail, async ({ request, params, query }) => {
    requireToken(request, query.token);
    const letter = await readLetter(config.DATA_DIR, params.id);
    if (!letter) throw notFound('Mail');
    return letter;
  });
}
