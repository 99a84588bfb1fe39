/** Uploads: listed with what this machine knows of them, and deleted as a whole. */
import type { FastifyInstance } from 'fastify';
import { UploadId, type Manifest } from '#contract/segments.ts';
import { deleteUpload, getUpload, listUploads, type Upload } from '#contract/uploads.ts';
import { liveRanges } from '#contract/liveRecords.ts';
import { forbidden, notFound } from '#host/problem.ts';
import { sendList } from '#host/serve.ts';
import type { Merger } from '../merge/merger.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import { withoutUpload } from '../search/deletion.ts';
import { questionOf, type Manifests } from '../search/manifests.ts';
import type { JobBoard } from '../upload/jobBoard.ts';
import type { UploadedFiles } from '../upload/uploadedFiles.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../who.ts';
import { callerOf, serve } from './access.ts';

type Deps = {
  upstream: Upstream;
  schemas: Schemas;
  manifests: Manifests;
  merger: Merger;
  board: JobBoard;
  files: UploadedFiles;
};

export function uploadRoutes(app: FastifyInstance, deps: Deps): void {
  const { upstream, schemas, manifests, merger } = deps;

  serve(app, listUploads, async (call) => {
    const caller = callerOf(call.request);
    const own = await ownedSchema(schemas, caller, call.query.schema);
    const { items, total } = await upstream.list(listUploads, {
      credentials: caller.credentials,
      query: call.query,
    });
    return sendList(call, { items: await completed(deps, caller, own, items), total });
  });

  serve(app, getUpload, async ({ params, query, request }) => {
    const caller = callerOf(request);
    const own = await ownedSchema(schemas, caller, query.schema);
    const upload = await upstream.call(getUpload, { credentials: caller.credentials, params, query });
    const [found] = await completed(deps, caller, own, [upload]);
    return found!;
  });

  serve(app, deleteUpload, async ({ params, query, request }) => {
    const caller = callerOf(request);
    const own = await ownedSchema(schemas, caller, query.schema);
    const id = UploadId.safeParse(params.id);
    if (!id.success) throw notFound('Upload');
    const question = questionOf(caller.credentials, own);
    const changed = await manifests.change(question, (segments) => withoutUpload(segments, id.data));
    // Throws 404, unless it was deleted before.
    if (!changed) await upstream.call(getUpload, { credentials: caller.credentials, params, query });
    merger.consider(caller, own);
  });
}

/** @throws {HttpProblem} 404 to outsiders of the schema's organization, 403 to everybody but its data owners. */
async function ownedSchema(schemas: Schemas, caller: Caller, id: string): Promise<OwnSchema> {
  const own = await schemas.of(caller, id);
  if (!own.schema.permissions.can_upload)
    throw forbidden(
      `Only data owners of "${own.schema.name}" may see or delete its uploads. Ask one of them.`,
    );
  return own;
}

/** Uploads with the counts of the signed manifest, and with what this machine knows of them. */
async function completed(
  { manifests, board, files }: Deps,
  caller: Caller,
  own: OwnSchema,
  uploads: Upload[],
): Promise<Upload[]> {
  const counts = countsOf(await manifests.read(questionOf(caller.credentials, own)));
  const jobs = new Map(board.list(caller.user).map(({ upload, job_id }) => [upload, job_id]));
  // A file that can't be read hides which uploads are older ones of this machine, nothing else.
  const noted = new Set(
    await files.completedUploads(caller.user).then(
      (found) => found.keys(),
      () => [],
    ),
  );
  return uploads.map((upload) => ({
    ...upload,
    records: counts.get(upload.id) ?? 0,
    job_id: jobs.get(upload.id) ?? null,
    this_machine: jobs.has(upload.id) || noted.has(upload.id),
  }));
}

function countsOf({ segments }: Manifest): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { upload, count } of segments.flatMap(liveRanges))
    counts.set(upload, (counts.get(upload) ?? 0) + count);
  return counts;
}
