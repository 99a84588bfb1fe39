/** Materials: keys sealed by one person for another. Nobody but the recipient sees them. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  acknowledgeMaterial,
  listMaterials,
  proveMaterial,
  uploadMaterial,
} from '@cloakroom/contract/materials.ts';
import { HttpProblem, invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../../db/client.ts';
import { materials, requests } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { once } from '../../plugins/once.ts';
import { constantTimeEqual } from '../../constantTimeEqual.ts';
import { audit } from '../audit/repository.ts';
import { expansions } from '../expand.ts';
import { requireOwnIdentity } from '../identities/policy.ts';
import type { FullRequest } from '../requests/repository.ts';
import { requireAnswerable } from '../requests/policy.ts';
import { requireOwnMaterial } from './policy.ts';
import { insertMaterial, materialsFor, materialView, plainMaterial } from './repository.ts';

/** Write down what became of a key, without the key. */
const note = (
  transaction: Queries,
  request: FastifyRequest,
  { request: { schema, fieldName }, schema: seen, user }: FullRequest,
  entry: { action: 'create' | 'update'; object: string; changes: Record<string, unknown> },
) =>
  audit(transaction, request, {
    organization: seen.schema.organization,
    model: 'material',
    ...entry,
    changes: { schema, field_name: fieldName, user: user.id, ...entry.changes },
  });

export function materialRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;

  serve(app, listMaterials, async (call) => {
    const { query, request } = call;
    const { items, total } = await materialsFor(database, userOf(request), query, query);
    const expand = expansions(query.expand);
    return sendList(call, { items: items.map((material) => materialView(material, expand)), total });
  });

  serve(app, uploadMaterial, async ({ request, body }) => {
    // What is kept with the repeats has no key in it: there it would outlive its arrival.
    const { id } = await once(deps, request, async (transaction) => {
      const [person, now] = [userOf(request), new Date(clock())];
      const sealer = await requireOwnIdentity(transaction, person, body.uploaded_by, { inUse: true });
      const asked = await requireAnswerable(transaction, person, body.request, now);
      const material = await insertMaterial(transaction, body, now);
      await note(transaction, request, asked, {
        action: 'create',
        object: material.id,
        changes: { uploaded_by: sealer.identity.id },
      });
      return { id: material.id };
    });
    const [material] = await database.select().from(materials).where(eq(materials.id, id));
    if (!material) throw notFound('Material');
    return plainMaterial(material);
  });

  serve(app, proveMaterial, ({ request, params, body }) =>
    database.transaction(async (transaction) => {
      const { material } = await requireOwnMaterial(transaction, userOf(request), params.id);
      if (!constantTimeEqual(body.proof, material.proof))
        throw invalid({ proof: ['This is not the key that was sealed. Ask for it again.'] });
      const proofed = material.proofed ?? new Date(clock());
      await transaction.update(materials).set({ proofed }).where(eq(materials.id, material.id));
    }),
  );

  serve(app, acknowledgeMaterial, ({ request, params }) =>
    database.transaction(async (transaction) => {
      const { material, request: asked } = await requireOwnMaterial(transaction, userOf(request), params.id);
      if (!material.proofed) throw new HttpProblem(409, 'Show first that the key arrived, by its proof.');
      if (asked.request.received) return;
      const received = new Date(clock());
      await transaction.update(requests).set({ received }).where(eq(requests.id, material.request));
      await transaction.update(materials).set({ payload: '' }).where(eq(materials.id, material.id));
      const changes = { received: true };
      await note(transaction, request, asked, { action: 'update', object: material.id, changes });
    }),
  );
}
