/** Materials, as they are kept and as their recipients see them. */
import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ListPage } from '#contract/list.ts';
import type { Material, uploadMaterial } from '#contract/materials.ts';
import { urlOf } from '#contract/reference.ts';
import type { Queries } from '../../db/client.ts';
import { identities, materials, organizationUsers, requests, schemas } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import { below } from '../expand.ts';
import { identitiesById, identityView, type OwnedIdentity } from '../identities/repository.ts';
import { findRequests, requestView, type FullRequest } from '../requests/repository.ts';

/** A material with who sealed it and what it answers. */
export type FullMaterial = {
  material: typeof materials.$inferSelect;
  request: FullRequest;
  sealer: OwnedIdentity;
};

/** A material as its recipient sees it. @param expand - `request` and `uploaded_by`, with what is in them. */
export function materialView(
  { material, request, sealer }: FullMaterial,
  expand: ReadonlySet<string>,
): Material {
  const [inRequest, inSealer] = [below(expand, 'request'), below(expand, 'uploaded_by')];
  return {
    id: material.id,
    url: urlOf('materials', material.id),
    request: inRequest ? requestView(request, inRequest) : urlOf('requests', material.request),
    uploaded_by: inSealer ? identityView(sealer, inSealer) : urlOf('identities', material.uploadedBy),
    payload: material.payload,
    signature: material.signature,
    created: material.created.toISOString(),
  };
}

type Page = { limit: number; offset: number };

/** A page of the materials for a person's identities; with `proofed`, those that have been opened, or that haven't. */
export const materialsFor = (
  queries: Queries,
  recipient: { id: string },
  proofed: 'true' | 'false' | undefined,
  page: Page,
): Promise<ListPage<FullMaterial>> => {
  const done = { true: isNotNull(materials.proofed), false: isNull(materials.proofed) };
  return findMaterials(queries, recipient, proofed && done[proofed], page);
};

/** Those of a person's materials that fit, of organizations they still belong to; the first that came first. */
export async function findMaterials(
  queries: Queries,
  recipient: { id: string },
  which: SQL | undefined,
  page: Page,
): Promise<ListPage<FullMaterial>> {
  const where = and(eq(identities.user, recipient.id), which);
  const own = and(
    eq(organizationUsers.organization, schemas.organization),
    eq(organizationUsers.user, identities.user),
  );
  const [rows, [counted]] = await Promise.all([
    queries
      .select({ material: materials })
      .from(materials)
      .innerJoin(requests, eq(requests.id, materials.request))
      .innerJoin(identities, eq(identities.id, requests.identity))
      .innerJoin(schemas, eq(schemas.id, requests.schema))
      .innerJoin(organizationUsers, own)
      .where(where)
      .orderBy(asc(materials.created), asc(materials.id))
      .limit(page.limit)
      .offset(page.offset),
    queries
      .select({ total: count() })
      .from(materials)
      .innerJoin(requests, eq(requests.id, materials.request))
      .innerJoin(identities, eq(identities.id, requests.identity))
      .innerJoin(schemas, eq(schemas.id, requests.schema))
      .innerJoin(organizationUsers, own)
      .where(where),
  ]);
  return { items: await completed(queries, recipient, rows), total: counted?.total ?? 0 };
}

async function completed(
  queries: Queries,
  reader: { id: string },
  rows: { material: FullMaterial['material'] }[],
): Promise<FullMaterial[]> {
  if (rows.length === 0) return [];
  const wanted = rows.map(({ material }) => material.request);
  const [asked, sealers] = await Promise.all([
    findRequests(queries, reader, inArray(requests.id, wanted), { limit: wanted.length, offset: 0 }),
    identitiesById(
      queries,
      rows.map(({ material }) => material.uploadedBy),
    ),
  ]);
  const byId = new Map(asked.items.map((item) => [item.request.id, item]));
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
