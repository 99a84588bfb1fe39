/** Schemas. Each is returned with the caller's permissions. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { putKeyChecks } from '@cloakroom/contract/keyChecks.ts';
import {
  createSchema,
  deleteSchema,
  getSchema,
  getSchemaBySlug,
  listSchemas,
  mayChangeRecords,
} from '@cloakroom/contract/schemas.ts';
import { checkDefinition, patchSchema } from '@cloakroom/contract/schemaChange.ts';
import { conflict, forbidden, notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import { schemas } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { audit } from '../audit/repository.ts';
import { requireDataset, requireDatasetAdmin } from '../datasets/policy.ts';
import { requireSlug } from '../ids.ts';
import { requireAdmin } from '../organizations/policy.ts';
import { settleRequests } from '../requests/settleRequests.ts';
import { insertSchemaRemoval } from '../schemaRemovals/repository.ts';
import { recordCount } from '../segments/manifestDiff.ts';
import { lockManifest } from '../segments/manifests.ts';
import { maxManifestBytes } from '../segments/manifestParts.ts';
import { removeSealed } from '../segments/removals.ts';
import { withSentParts } from '../segments/sentParts.ts';
import { changeSchema, compareStored } from './changeSchema.ts';
import { insertSchema } from './creation.ts';
import { requireSchema, requireSchemaAdmin, type SchemaRow } from './policy.ts';
import { findSchemas, holdsRecords, schemaBySlug, schemaView } from './repository.ts';
import { requireSharing, storeKeyChecks } from './rotation.ts';

const entry = (
  schema: SchemaRow,
  action: 'create' | 'update' | 'delete',
  changes: Record<string, unknown>,
) => ({
  organization: schema.organization,
  action,
  model: 'schema',
  object: schema.id,
  changes: { name: schema.name, ...changes },
});

export function schemaRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, store, clock, removeScheduled } = deps;

  serve(app, listSchemas, async (call) => {
    const { items, total } = await findSchemas(database, userOf(call.request), call.query);
    return sendList(call, { items: items.map(schemaView), total });
  });

  serve(app, getSchema, async ({ params, request }) =>
    schemaView(await requireSchema(database, userOf(request), params.id)),
  );

  serve(app, getSchemaBySlug, async ({ params, request }) => {
    const user = userOf(request);
    const dataset = await requireDataset(database, user, params.id);
    const found = await schemaBySlug(database, dataset.id, requireSlug(params.slug, 'Schema'));
    if (!found) throw notFound('Schema');
    return schemaView(await requireSchema(database, user, found.id));
  });

  serve(app, createSchema, ({ body, request }) =>
    idempotent(deps, request, async (transaction) => {
      const user = userOf(request);
      const dataset = await requireDatasetAdmin(transaction, user, body.dataset);
      const schema = await insertSchema(transaction, dataset, user, body);
      const { name, description } = body;
      await audit(
        transaction,
        request,
        entry(schema, 'create', { dataset: dataset.id, name, description, schema: body.schema }),
      );
      return schemaView(await requireSchema(transaction, user, schema.id));
    }),
  );

  serve(
    app,
    patchSchema,
    async ({ params, body, request }) => {
      const { manifest: next, new_parts: newParts, ...changes } = body;
      if (newParts) await requireSchemaAdmin(database, userOf(request), params.id);
      const owner = { schema: params.id, version: next?.version ?? 0 };
      return withSentParts(store.parts, owner, newParts, (sent) =>
        idempotent(deps, request, async (transaction) => {
          const state = await requireSchemaAdmin(transaction, userOf(request), params.id);
          const changed = await changeSchema(transaction, state, body, sent);
          // Opens requests for the keys of added fields, and closes those of removed ones.
          if (body.schema) await settleRequests(transaction, { schema: changed.id }, new Date(clock()));
          await audit(transaction, request, entry(state.schema, 'update', changes));
          return schemaView({ schema: changed, permissions: state.permissions });
        }),
      );
    },
    { bodyLimit: maxManifestBytes },
  );

  serve(app, checkDefinition, async ({ params, body, request }) => {
    const { schema } = await requireSchema(database, userOf(request), params.id);
    return compareStored(database, schema, body.schema, store.parts);
  });

  serve(
    app,
    putKeyChecks,
    async ({ params, body, request }) => {
      const user = userOf(request);
      if (body.new_parts) {
        const seen = await requireSchema(database, user, params.id);
        requireSharing(seen.schema, seen.permissions);
      }
      const owner = { schema: params.id, version: body.manifest?.version ?? 0 };
      return withSentParts(store.parts, owner, body.new_parts, (sent) =>
        database.transaction(async (transaction) => {
          const { permissions, schema: found } = await requireSchema(transaction, user, params.id);
          if (body.schema) await requireAdmin(transaction, user, found.organization);
          const [locked] = await transaction
            .select()
            .from(schemas)
            .where(eq(schemas.id, params.id))
            // No segment is stored while the definition changes.
            .for(body.schema ? 'update' : 'no key update');
          if (!locked) throw notFound('Schema');
          const seen = { schema: locked, permissions };
          const now = new Date(clock());
          const { schema, changes } = await storeKeyChecks(transaction, seen, user, body, sent, now);
          if (changes) await audit(transaction, request, entry(schema, 'update', changes));
          return schemaView({ schema, permissions });
        }),
      );
    },
    // The first manifest in parts of many small segments is long.
    { bodyLimit: maxManifestBytes },
  );

  serve(app, deleteSchema, async ({ params, query, request }) => {
    const isScheduled = await database.transaction(async (transaction) => {
      const { schema, permissions } = await requireSchemaAdmin(transaction, userOf(request), params.id);
      const hasRecords = await holdsRecords(transaction, schema.id, store.parts);
      if (hasRecords && query.records === undefined)
        throw conflict(
          `"${schema.name}" holds records or is receiving some. Delete its records first, then delete it again.`,
        );
      if (hasRecords && !mayChangeRecords(permissions))
        throw forbidden(`Only data owners of "${schema.name}" may delete its records. Ask one of them.`);
      const records = recordCount(await lockManifest(transaction, schema.id, store.parts));
      const scheduled = await removeSealed(transaction, schema.id);
      if (scheduled) await insertSchemaRemoval(transaction, schema, records);
      await transaction.delete(schemas).where(eq(schemas.id, schema.id));
      await audit(transaction, request, entry(schema, 'delete', { records }));
      return scheduled;
    });
    if (isScheduled) removeScheduled();
  });
}
