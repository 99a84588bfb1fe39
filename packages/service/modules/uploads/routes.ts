/** Uploads of a schema, for its data owners. Deleting one is an endpoint of the proxy: see `deleteUpload`. */
import type { FastifyInstance } from 'fastify';
import { UploadId } from '@cloakroom/contract/segments.ts';
import { getUpload, listUploads } from '@cloakroom/contract/uploads.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { requireRecordOwner } from '../schemas/policy.ts';
import { findUpload, findUploads } from './repository.ts';

export function uploadRoutes(
  app: FastifyInstance,
  { database, store }: Pick<Deps, 'database' | 'store'>,
): void {
  const source = { queries: database, parts: store.parts };

  serve(app, listUploads, async (call) => {
    const schema = await requireRecordOwner(database, userOf(call.request), call.query.schema);
    return sendList(call, await findUploads(source, schema.id, call.query));
  });

  serve(app, getUpload, async ({ params, query, request }) => {
    const schema = await requireRecordOwner(database, userOf(request), query.schema);
    const id = UploadId.safeParse(params.id);
    const upload = id.success ? await findUpload(source, schema.id, id.data) : undefined;
    if (!upload) throw notFound('Upload');
    return upload;
  });
}
