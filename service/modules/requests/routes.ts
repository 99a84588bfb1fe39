/** Requests for keys, to those who may share them. */
import { and } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { listRequests } from '#contract/requests.ts';
import { sendList } from '#host/serve.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { expansions } from '../expand.ts';
import { sharableBy } from './policy.ts';
import { findRequests, requestView, sharedOr } from './repository.ts';

export function requestRoutes(app: FastifyInstance, { database, clock }: Deps): void {
  serve(app, listRequests, async (call) => {
    const person = userOf(call.request);
    const where = and(sharableBy(database, person), sharedOr(call.query.shared, new Date(clock())));
    const { items, total } = await findRequests(database, person, where, call.query);
    const expand = expansions(call.query.expand);
    return sendList(call, { items: items.map((request) => requestView(request, expand)), total });
  });
}
