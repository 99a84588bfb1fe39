/** Routes of uploads: lists them with the local state of this machine, and deletes them. */
import type { FastifyInstance } from 'fastify';
import { idIn, uploadUrlOf, urlOf } from '@cloakroom/contract/reference.ts';
import { UploadId } from '@cloakroom/contract/segments.ts';
import { deleteUpload, getUpload, listUploads, type Upload } from '@cloakroom/contract/uploads.ts';
import { forbidden, HttpProblem, notFound, unprocessable } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Compactor } from '../compaction/compactor.ts';
import { jobOwnerOf } from '../credentials.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import { withoutUpload } from '../search/deletion.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import { recordCounts, type RecordCounts } from '../search/recordCounts.ts';
import type { JobRegistry } from '../upload/jobRegistry.ts';
import type { UploadedFiles } from '../upload/uploadedFiles.ts';
import type { Upstream } from '../upstream.ts';
import { mayDeleteRecords, type Caller } from '../callers.ts';
import { callerOf, serve } from './serve.ts';

type Deps = {
  upstream: Upstream;
  schemas: Schemas;
  manifests: Manifests;
  compactor: Compactor;
  registry: JobRegistry;
  files: UploadedFiles;
};

export function uploadRoutes(app: FastifyInstance, deps: Deps): void {
  const { upstream, schemas, manifests, compactor } = deps;

  serve(app, listUploads, async (call) => {
    const caller = callerOf(call.request);
    const own = await ownedSchema(schemas, caller, call.query.schema);
    const readCounts = async () =>
      recordCounts(await manifests.read(manifestContextOf(caller.credentials, own)));
    let counts = await readCounts();
    const { items, total } = await upstream.list(listUploads, {
      credentials: caller.credentials,
      query: call.query,
    });
    // An upload may have been deleted between the two answers.
    if (!isComplete(items, counts, total, call.query)) counts = await readCounts();
    if (!isComplete(items, counts, total, call.query)) throw incompleteUploads(own);
    return sendList(call, { items: await withLocalState(deps, caller, own, items, counts), total });
  });

  serve(app, getUpload, async ({ params, query, request }) => {
    const caller = callerOf(request);
    const own = await ownedSchema(schemas, caller, query.schema);
    const upload = await upstream.call(getUpload, { credentials: caller.credentials, params, query });
    if (upload.id !== params.id) throw unexpectedUpload(own);
    const counts = recordCounts(await manifests.read(manifestContextOf(caller.credentials, own)));
    const [found] = await withLocalState(deps, caller, own, [upload], counts);
    return found!;
  });

  serve(app, deleteUpload, async ({ params, query, request }) => {
    const caller = callerOf(request);
    const own = await ownedSchema(schemas, caller, query.schema);
    const id = UploadId.safeParse(params.id);
    if (!id.success) throw notFound('Upload');
    const context = manifestContextOf(caller.credentials, own);
    const changed = await manifests.change(context, (segments) => withoutUpload(segments, id.data));
    // Throws 404, unless it was deleted before.
    if (!changed) await upstream.call(getUpload, { credentials: caller.credentials, params, query });
    compactor.scheduleCheck(caller, own);
  });
}

/** @throws {HttpProblem} 404 to outsiders of the schema's organization, 403 to all but its data owners. */
async function ownedSchema(schemas: Schemas, caller: Caller, id: string): Promise<OwnSchema> {
  const own = await schemas.of(caller, id);
  if (!mayDeleteRecords(caller, own.schema.permissions))
    throw forbidden(
      `Only data owners of "${own.schema.name}" may see or delete its uploads. Ask one of them.`,
    );
  return own;
}

/** Whether a page of the service's list has no duplicates and, as far as a page can show, lacks no upload with records. */
function isComplete(
  uploads: readonly Upload[],
  counts: RecordCounts,
  total: number | null,
  { limit, offset }: { limit: number; offset: number },
): boolean {
  const listed = new Set(uploads.map(({ id }) => id));
  const isMissingSome =
    offset === 0 && uploads.length < limit
      ? [...counts.keys()].some((id) => !listed.has(id))
      : total !== null && total < counts.size;
  return !isMissingSome && listed.size === uploads.length;
}

const incompleteUploads = ({ schema: { name } }: OwnSchema) =>
  unprocessable(
    `The service’s list of the uploads of "${name}" lacks some that have records, or names one twice, so it is not shown. Tell the operator of the service.`,
  );

const unexpectedUpload = ({ schema: { name } }: OwnSchema) =>
  new HttpProblem(
    502,
    `The service answers with an upload that was not asked for, or is not one of "${name}", so it is not shown. Tell the operator of the service.`,
  );

/**
 * Uploads with the counts of the signed manifest, and with what this machine knows of them.
 * @throws {HttpProblem} 502 for uploads of another schema.
 */
async function withLocalState(
  { registry, files }: Deps,
  caller: Caller,
  own: OwnSchema,
  uploads: Upload[],
  counts: RecordCounts,
): Promise<Upload[]> {
  if (uploads.some(({ schema }) => idIn(schema) !== own.schema.id)) throw unexpectedUpload(own);
  const jobs = new Map(registry.list(jobOwnerOf(caller)).map(({ upload, job_id }) => [upload, job_id]));
  // If the file can't be read, older uploads of this machine are not marked as such.
  const completedHere = new Set(
    await files.completedUploads(caller.user).then(
      (found) => found.keys(),
      () => [],
    ),
  );
  return uploads.map((upload) => ({
    ...upload,
    url: uploadUrlOf(own.schema.id, upload.id),
    schema: urlOf('schemas', own.schema.id),
    records: counts.get(upload.id) ?? 0,
    job_id: jobs.get(upload.id) ?? null,
    this_machine: jobs.has(upload.id) || completedHere.has(upload.id),
  }));
}
