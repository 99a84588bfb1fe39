/** Datasets: groups of an organization's schemas. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  createDataset,
  deleteDataset,
  getDataset,
  getDatasetBySlug,
  listDatasets,
  patchDataset,
} from '@cloakroom/contract/datasets.ts';
import { conflict, notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import { datasets } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { reachesDataset } from '../apiTokens/scope.ts';
import { audit } from '../audit/repository.ts';
import { requireId, requireSlug } from '../ids.ts';
import { requireAdmin, requireMember } from '../organizations/policy.ts';
import { requireDataset, requireDatasetAdmin } from './policy.ts';
import {
  datasetBySlug,
  datasetView,
  findDatasets,
  holdsSchemas,
  insertDataset,
  updateDataset,
} from './repository.ts';

export function datasetRoutes(app: FastifyInstance, deps: Deps): void {
  const { database } = deps;

  serve(app, listDatasets, async (call) =>
    sendList(call, await findDatasets(database, userOf(call.request), call.query)),
  );

  serve(app, getDataset, async ({ params, request }) =>
    datasetView(await requireDataset(database, userOf(request), params.id)),
  );

  serve(app, getDatasetBySlug, async ({ params, request }) => {
    const organization = requireId(params.id, 'Organization');
    await requireMember(database, userOf(request), organization);
    const dataset = await datasetBySlug(database, organization, requireSlug(params.slug, 'Datasets'));
    if (!dataset || !reachesDataset(userOf(request), { organization, dataset: dataset.id }))
      throw notFound('Datasets');
    return datasetView(dataset);
  });

  serve(app, createDataset, ({ body, request }) =>
    idempotent(deps, request, async (transaction) => {
      await requireAdmin(transaction, userOf(request), body.organization);
      const dataset = await insertDataset(transaction, body);
      const { organization: _, ...changes } = body;
      await audit(transaction, request, {
        organization: dataset.organization,
        action: 'create',
        model: 'dataset',
        object: dataset.id,
        changes,
      });
      return datasetView(dataset);
    }),
  );

  serve(app, patchDataset, ({ params, body, request }) =>
    idempotent(deps, request, async (transaction) => {
      const before = await requireDatasetAdmin(transaction, userOf(request), params.id);
      const after = await updateDataset(transaction, before, body);
      await audit(transaction, request, {
        organization: before.organization,
        action: 'update',
        model: 'dataset',
        object: before.id,
        changes: body,
      });
      return datasetView(after);
    }),
  );

  serve(app, deleteDataset, ({ params, request }) =>
    database.transaction(async (transaction) => {
      const dataset = await requireDatasetAdmin(transaction, userOf(request), params.id);
      if (await holdsSchemas(transaction, dataset.id))
        throw conflict(
          `The dataset "${dataset.name}" still holds schemas. Delete them first, then delete it again.`,
        );
      await transaction.delete(datasets).where(eq(datasets.id, dataset.id));
      await audit(transaction, request, {
        organization: dataset.organization,
        action: 'delete',
        model: 'dataset',
        object: dataset.id,
        changes: { name: dataset.name },
      });
    }),
  );
}
