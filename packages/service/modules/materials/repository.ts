/** Materials in the database, and their view for recipients. */
import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ListPage } from '@cloakroom/contract/list.ts';
import type { Material, uploadMaterial } from '@cloakroom/contract/materials.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { Queries } from '../../db/client.ts';
import { identities, materials, organizationUsers, requests, schemas } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { reachedDatasets, type Caller } from '../apiTokens/scope.ts';
import { expansionsBelow } from '../expand.ts';
import { equalityFilters } from '../filters.ts';
import { identitiesById, identityView, type OwnedIdentity } from '../identities/repository.ts';
import { requestsWhere, requestView, type FullRequest } from '../requests/repository.ts';

/** A material with its sender's identity and its request. */
export type FullMaterial = {
  material: typeof materials.$inferSelect;
  request: FullRequest;
  sealer: OwnedIdentity;
};

/** The view of a material with URLs as references. */
export const plainMaterial = (material: FullMaterial['material']): Material => ({
  id: material.id,
  url: urlOf('materials', material.id),
  request: urlOf('requests', material.request),
  uploaded_by: urlOf('identities', material.uploadedBy),
  payload: material.payload,
  signature: material.signature,
  created: material.created.toISOString(),
});

/** The view of a material. @param expand - `request` and `uploaded_by`, and paths below them. */
export function materialView(
  { material, request, sealer }: FullMaterial,
  expand: ReadonlySet<string>,
): Material {
  const [inRequest, inSealer] = [expansionsBelow(expand, 'request'), expansionsBelow(expand, 'uploaded_by')];
  return {
    ...plainMaterial(material),
    ...(inRequest && { request: requestView(request, inRequest) }),
    ...(inSealer && { uploaded_by: identityView(sealer, inSealer) }),
  };
}

type PageQuery = { limit: number; offset: number };

/** A page of the materials for a person, in organizations that they belong to; `proofed` filters by receipt. */
export async function materialsFor(
  queries: Queries,
  recipient: Caller,
  { proofed, id }: { proofed?: 'true' | 'false' | undefined; id?: string | undefined },
  page: PageQuery,
): Promise<ListPage<FullMaterial>> {
  const filters = { true: isNotNull(materials.proofed), false: isNull(materials.proofed) };
  const where = forRecipient(
    recipient,
    and(proofed && filters[proofed], equalityFilters({ id }, { id: materials.id })),
  );
  const [items, [counted]] = await Promise.all([
    materialsWhere(queries, recipient, where, page),
    queries
      .select({ total: count() })
      .from(materials)
      .innerJoin(requests, eq(requests.id, materials.request))
      .innerJoin(identities, eq(identities.id, requests.identity))
      .innerJoin(schemas, eq(schemas.id, requests.schema))
      .innerJoin(organizationUsers, isMember)
      .where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** One material of a recipient. */
export async function materialFor(
  queries: Queries,
  recipient: Caller,
  id: string,
): Promise<FullMaterial | undefined> {
  const where = forRecipient(recipient, eq(materials.id, id));
  const [found] = await materialsWhere(queries, recipient, where, { limit: 1, offset: 0 });
  return found;
}

/** With an API token, only the materials of its datasets. */
const forRecipient = (recipient: Caller, where: SQL | undefined) =>
  and(eq(identities.user, recipient.id), reachedDatasets(recipient, schemas), where);
const isMember = and(
  eq(organizationUsers.organization, schemas.organization),
  eq(organizationUsers.user, identities.user),
);

/** A page of the materials that match, oldest first. */
export async function materialsWhere(
  queries: Queries,
  reader: { id: string },
  where: SQL | undefined,
  page: PageQuery,
): Promise<FullMaterial[]> {
  const rows = await queries
    .select({ material: materials })
    .from(materials)
    .innerJoin(requests, eq(requests.id, materials.request))
    .innerJoin(identities, eq(identities.id, requests.identity))
    .innerJoin(schemas, eq(schemas.id, requests.schema))
    .innerJoin(organizationUsers, isMember)
    .where(where)
    .orderBy(asc(materials.created), asc(materials.id))
    .limit(page.limit)
    .offset(page.offset);
  return withDetails(queries, reader, rows);
}

async function withDetails(
  queries: Queries,
  reader: { id: string },
  rows: { material: FullMaterial['material'] }[],
): Promise<FullMaterial[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ material }) => material.request);
  const fullRequests = await requestsWhere(queries, reader, inArray(requests.id, ids), {
    limit: ids.length,
    offset: 0,
  });
  const sealers = await identitiesById(
    queries,
    rows.map(({ material }) => material.uploadedBy),
  );
  const byId = new Map(fullRequests.map((item) => [item.request.id, item]));
  return rows.map(({ material }) => ({
    material,
    request: byId.get(material.request)!,
    sealer: sealers.get(material.uploadedBy)!,
  }));
}

/** Stores a sealed key and marks its request as fulfilled. @param body - for a request that the caller has locked. */
export async function insertMaterial(
  transaction: Queries,
  body: z.output<typeof uploadMaterial.body>,
  now: Date,
): Promise<FullMaterial['material']> {
  const { request, uploaded_by: uploadedBy, payload, signature, proof } = body;
  await transaction.update(requests).set({ fulfilled: now }).where(eq(requests.id, request));
  const [material] = await transaction
    .insert(materials)
    .values({ id: newId(), request, uploadedBy, payload, signature, proof, created: now })
    .returning();
  return material!;
}
