/** Materials: the keys that others have sealed for one. Nobody but the recipient sees them. */
import type { FastifyInstance } from 'fastify';
import { listMaterials } from '#contract/materials.ts';
import { sendList } from '#host/serve.ts';
import type { Database } from '../../db/client.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { expansions } from '../expand.ts';
import { materialsFor, materialView } from './repository.ts';

export function materialRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  serve(app, listMaterials, async (call) => {
    const { query, request } = call;
    const { items, total } = await materialsFor(database, userOf(request), query.proofed, query);
    const expand = expansions(query.expand);
    return sendList(call, { items: items.map((material) => materialView(material, expand)), total });
  });
}
