/** Materials: keys sealed by one person for another. Only the recipient can open them. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  acknowledgeMaterial,
  getMaterial,
  listMaterials,
  proveMaterial,
  uploadMaterial,
} from '@cloakroom/contract/materials.ts';
import { conflict, invalid, notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../../db/client.ts';
import { materials, requests } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { constantTimeEqual } from '../../constantTimeEqual.ts';
import { audit } from '../audit/repository.ts';
import { expansions } from '../expand.ts';
import { requireId } from '../ids.ts';
import { requireOwnIdentity } from '../identities/policy.ts';
import type { FullRequest } from '../requests/repository.ts';
import { requireAnswerable } from '../requests/policy.ts';
import { requireOwnMaterial, visibleMaterial } from './policy.ts';
import { insertMaterial, materialsFor, materialView, plainMaterial } from './repository.ts';

/** Writes an audit entry about a material, without the key. */
const auditMaterial = (
  transaction: Queries,
  request: FastifyRequest,
  { request: { schema, fieldName }, schema: { schema: row }, user }: FullRequest,
  entry: { action: 'create' | 'update'; object: string; changes: Record<string, unknown> },
) =>
  audit(transaction, request, {
    organization: row.organization,
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

  serve(app, getMaterial, async ({ request, params, query }) => {
    const found = await visibleMaterial(database, userOf(request), requireId(params.id, 'Material'));
    if (!found) throw notFound('Material');
    return materialView(found, expansions(query.expand));
  });

  serve(app, uploadMaterial, async ({ request, body }) => {
    // Only the id is returned: the stored answer must not contain the key, which is deleted on receipt.
    const { id } = await idempotent(deps, request, async (transaction) => {
      const [person, now] = [userOf(request), new Date(clock())];
      const sealer = await requireOwnIdentity(transaction, person, body.uploaded_by, { inUse: true });
      const fullRequest = await requireAnswerable(transaction, person, body.request, now);
      const material = await insertMaterial(transaction, body, now);
      await auditMaterial(transaction, request, fullRequest, {
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
      const { material, request: fullRequest } = await requireOwnMaterial(
        transaction,
        userOf(request),
        params.id,
      );
      if (!material.proofed) throw conflict('First prove that the key arrived, with its proof.');
      if (fullRequest.request.received) return;
      const received = new Date(clock());
      await transaction.update(requests).set({ received }).where(eq(requests.id, material.request));
      await transaction.update(materials).set({ payload: '' }).where(eq(materials.id, material.id));
      const changes = { received: true };
      await auditMaterial(transaction, request, fullRequest, {
        action: 'update',
        object: material.id,
        changes,
      });
    }),
  );
}
