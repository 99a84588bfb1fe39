/** Materials, as they are kept and as their recipients see them. */
import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ListPage } from '@cloakroom/contract/list.ts';
import type { Material, uploadMaterial } from '@cloakroom/contract/materials.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { Queries } from '../../db/client.ts';
import { identities, materials, organizationUsers, requests, schemas } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { below } from '../expand.ts';
import { matching } from '../matching.ts';
import { identitiesById, identityView, type OwnedIdentity } from '../identities/repository.ts';
import { requestsWhere, requestView, type FullRequest } from '../requests/repository.ts';

/** A material with who sealed it and what it answers. */
export type FullMaterial = {
  material: typeof materials.$inferSelect;
  request: FullRequest;
  sealer: OwnedIdentity;
};

/** A material by its references. */
export const plainMaterial = (material: FullMaterial['material']): Material => ({
  id: material.id,
  url: urlOf('materials', material.id),
  request: urlOf('requests', material.request),
  uploaded_by: urlOf('identities', material.uploadedBy),
  payload: material.payload,
  signature: material.signature,
  created: material.created.toISOString(),
});

/** A material as its recipient sees it. @param expand - `request` and `uploaded_by`, with what is in them. */
export function materialView(
  { material, request, sealer }: FullMaterial,
  expand: ReadonlySet<string>,
): Material {
  const [inRequest, inSealer] = [below(expand, 'request'), below(expand, 'uploaded_by')];
  return {
    ...plainMaterial(material),
    ...(inRequest && { request: requestView(request, inRequest) }),
    ...(inSealer && { uploaded_by: identityView(sealer, inSealer) }),
  };
}

type Page = { limit: number; offset: number };

/** A page of the materials for a person's identities, of organizations they still belong to; with `proofed`, those that have been opened, or that haven't. */
export async function materialsFor(
  queries: Queries,
  recipient: { id: string },
  { proofed, id }: { proofed?: 'true' | 'false' | undefined; id?: string | undefined },
  page: Page,
): Promise<ListPage<FullMaterial>> {
  const done = { true: isNotNull(materials.proofed), false: isNull(materials.proofed) };
  const where = theirs(recipient, and(proofed && done[proofed], matching({ id }, { id: materials.id })));
  const [items, [counted]] = await Promise.all([
    materialsWhere(queries, recipient, where, page),
    queries
      .select({ total: count() })
      .from(materials)
      .innerJoin(requests, eq(requests.id, materials.request))
      .innerJoin(identities, eq(identities.id, requests.identity))
      .innerJoin(schemas, eq(schemas.id, requests.schema))
      .innerJoin(organizationUsers, belonging)
      .where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** One material, to its recipient. */
export async function materialFor(
  queries: Queries,
  recipient: { id: string },
  id: string,
): Promise<FullMaterial | undefined> {
  const where = theirs(recipient, eq(materials.id, id));
  const [found] = await materialsWhere(queries, recipient, where, { limit: 1, offset: 0 });
  return found;
}

const theirs = (recipient: { id: string }, which: SQL | undefined) =>
  and(eq(identities.user, recipient.id), which);
const belonging = and(
  eq(organizationUsers.organization, schemas.organization),
  eq(organizationUsers.user, identities.user),
);

/** The materials that fit, the first that came first. */
async function materialsWhere(
  queries: Queries,
  reader: { id: string },
  where: SQL | undefined,
  page: Page,
): Promise<FullMaterial[]> {
  const rows = await queries
    .select({ material: materials })
    .from(materials)
    .innerJoin(requests, eq(requests.id, materials.request))
    .innerJoin(identities, eq(identities.id, requests.identity))
    .innerJoin(schemas, eq(schemas.id, requests.schema))
    .innerJoin(organizationUsers, belonging)
    .where(where)
    .orderBy(asc(materials.created), asc(materials.id))
    .limit(page.limit)
    .offset(page.offset);
  return completed(queries, reader, rows);
}

async function completed(
  queries: Queries,
  reader: { id: string },
  rows: { material: FullMaterial['material'] }[],
): Promise<FullMaterial[]> {
  if (rows.length === 0) return [];
  const wanted = rows.map(({ material }) => material.request);
  const asked = await requestsWhere(queries, reader, inArray(requests.id, wanted), {
    limit: wanted.length,
    offset: 0,
  });
  const sealers = await identitiesById(
    queries,
    rows.map(({ material }) => material.uploadedBy),
  );
  const byId = new Map(asked.map((item) => [item.request.id, item]));
  return rows.map(({ material }) => ({
    material,
    request: byId.get(material.request)!,
    sealer: sealers.get(material.uploadedBy)!,
  }));
}

/** Keep a sealed key, and with it that its request is fulfilled. @param given - for a request that the caller has locked. */
export async function insertMaterial(
  transaction: Queries,
  given: z.output<typeof uploadMaterial.body>,
  now: Date,
): Promise<FullMaterial['material']> {
  const { request, uploaded_by: uploadedBy, payload, signature, proof } = given;
  await transaction.update(requests).set({ fulfilled: now }).where(eq(requests.id, request));
  const [material] = await transaction
    .insert(materials)
    .values({ id: newId(), request, uploadedBy, payload, signature, proof, created: now })
    .returning();
  return material!;
}
