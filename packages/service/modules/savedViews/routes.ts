/** Saved views of schemas, sealed: for all who may search the schema. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { deleteView, listSealedViews, putSealedView } from '@cloakroom/contract/savedViews.ts';
import { conflict, notFound } from '@cloakroom/server-kit/problem.ts';
import { schemas } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { audit } from '../audit/repository.ts';
import { requireId } from '../ids.ts';
import { requireAdmin } from '../organizations/policy.ts';
import { requireSchema, requireSearch } from '../schemas/policy.ts';
import { deleteViewRow, findView, findViews, sealedViewOf, storeView } from './repository.ts';

const model = 'saved_view';

export function savedViewRoutes(app: FastifyInstance, { database }: Deps): void {
  serve(app, listSealedViews, async ({ params, request }) => {
    const { id } = await requireSearch(database, userOf(request), params.id);
    return (await findViews(database, id)).map(sealedViewOf);
  });

  serve(app, putSealedView, ({ params, body, request }) =>
    database.transaction(async (transaction) => {
      const user = userOf(request);
      const { id: schema, organization } = await requireSearch(transaction, user, params.id);
      const object = requireId(params.viewId, 'View');
      // The lock serializes changes of the schema's views and of its keys.
      const [locked] = await transaction
        .select({ generation: schemas.generation })
        .from(schemas)
        .where(eq(schemas.id, schema))
        .for('no key update');
      if (!locked) throw notFound('Schema');
      if (body.generation !== locked.generation)
        throw conflict(
          'The keys of the schema were changed meanwhile, so the view was not saved. Save it again.',
        );
      const row = await storeView(transaction, schema, object, body, user.id);
      const action = row.version === 1 ? 'create' : 'update';
      const changes = { schema, version: row.version };
      await audit(transaction, request, { organization, action, model, object, changes });
      return sealedViewOf(row);
    }),
  );

  serve(app, deleteView, ({ params, request }) =>
    database.transaction(async (transaction) => {
      const user = userOf(request);
      const { schema } = await requireSchema(transaction, user, params.id);
      const { id, organization } = schema;
      const object = requireId(params.viewId, 'View');
      const view = await findView(transaction, id, object);
      if (view?.creator !== user.id) await requireAdmin(transaction, user, organization);
      if (!view) throw notFound('View');
      await deleteViewRow(transaction, id, object);
      const changes = { schema: id, version: view.version };
      await audit(transaction, request, { organization, action: 'delete', model, object, changes });
    }),
  );
}
