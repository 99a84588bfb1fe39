/** Identities: by which keys can be sealed for a person, and whose seal one is. */
import type { FastifyInstance } from 'fastify';
import { listIdentities } from '#contract/identities.ts';
import { sendList } from '#host/serve.ts';
import type { Database } from '../../db/client.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { expansions } from '../expand.ts';
import { identitiesOf, identityView } from './repository.ts';

export function identityRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, listIdentities, async (call) => {
    const { items, total } = await identitiesOf(database, userOf(call.request), call.query);
    const expand = expansions(call.query.expand);
    return sendList(call, { items: items.map((identity) => identityView(identity, expand)), total });
  });
}
