/** Routes of upload jobs: receive a body of any size, report progress, cancel. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  batchSizeHeader,
  cancelJob,
  FileFingerprint,
  fileFingerprintHeader,
  getJob,
  jobSocketHeader,
  jobSocketPath,
  keepUntilSeenHeader,
  listJobs,
  listUploaded,
  replayedHeader,
  seeJob,
  uploadJob,
} from '@cloakroom/contract/jobs.ts';
import { jobIdHeader } from '@cloakroom/contract/records.ts';
import type { ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { badRequest, forbidden, HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { delimiterOfType, formatOfType, type Format } from '@cloakroom/ingest/format.ts';
import { messages } from '@cloakroom/ingest/messages.ts';
import { readSchemaLink } from '@cloakroom/ingest/schemaLink.ts';
import { bodyChunks } from '../bodyChunks.ts';
import { jobOwnerOf, type JobOwner } from '../credentials.ts';
import type { OpenKeyring, OwnSchema, Schemas } from '../schemas.ts';
import type { KeyringAccess } from '../sessions/keyringAccess.ts';
import type { Jobs } from '../upload/jobs.ts';
import type { IncomingBody } from '../upload/receiveBody.ts';
import { uploadAnswer } from './uploadAnswer.ts';
import type { Caller } from '../callers.ts';
import { callerOf, idempotencyKeyOf, serve, serveWithoutService } from './serve.ts';

/** How long an upload may send no byte while the proxy is reading. */
const idleTimeoutMs = 60_000;

type Deps = { schemas: Schemas; jobs: Jobs; access: KeyringAccess; openKeyring: OpenKeyring };

export function jobRoutes(app: FastifyInstance, { schemas, jobs, access, openKeyring }: Deps): void {
  /** Whose jobs the caller may see, if they may open the keyring. @throws {HttpProblem} 404: existence is not revealed. */
  const ownerOf = async (request: FastifyRequest): Promise<JobOwner> => {
    const caller = callerOf(request);
    if (!(await access.allows(caller))) throw notFound('Job');
    return jobOwnerOf(caller);
  };

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

    serve(
      scope,
      uploadJob,
      async ({ query, request, reply }) => {
        const { schema, duplicate, ...readingQuery } = query;
        const caller = callerOf(request);
        const { format, reading } = bodyOf(request, readingQuery);
        const uploadOptions = uploadHeaders(request);
        const chunks = bodyChunks(request.raw);
        try {
          const { own, body } = schema
            ? { own: await schemaForUpload(schemas, caller, schema), body: chunks }
            : await schemaNamedInBody(schemas, caller, chunks, format, reading);
          const untilSeen = request.headers[keepUntilSeenHeader.toLowerCase()] === 'true';
          const incoming = {
            caller,
            own,
            format,
            reading,
            body,
            untilSeen,
            duplicate: duplicate === 'allow',
          };
          const { reference, arrived } = await jobs.receiver.begin({ ...incoming, ...uploadOptions });
          const socket = `ws://${request.headers.host ?? ''}${jobSocketPath(reference.id)}`;
          reply.headers({ [jobIdHeader]: reference.id, [jobSocketHeader]: socket });
          if (reference.replayed) reply.header(replayedHeader, 'true');
          const answer = arrived.finally(() => void chunks.return(undefined).catch(() => undefined));
          return await reply.type('application/json').send(uploadAnswer(reply.raw, answer));
        } catch (error) {
          // Not awaited, so that a slow sender gets the answer first.
          chunks.return(undefined).catch(() => undefined);
          throw error;
        }
      },
      { idleTimeoutMs },
    );
  });

  serveWithoutService(app, listJobs, async ({ query: { schema, key }, request }) => {
    const caller = callerOf(request);
    if (!(await access.allows(caller))) return [];
    const owner = jobOwnerOf(caller);
    const found =
      key === undefined
        ? jobs.registry.list(owner)
        : [jobs.receiver.findByKey(owner, key)].filter((job) => job !== null);
    return found.filter((job) => schema === undefined || idIn(job.schema) === schema);
  });

  serve(app, listUploaded, async ({ query, request }) => {
    const caller = callerOf(request);
    await openKeyring(caller);
    // The file was chosen just now, and is uploaded next.
    jobs.prepareToSeal();
    return jobs.uploaded(caller, query.schema, query.fingerprint);
  });

  serve(app, cancelJob, async ({ params, request }) => jobs.cancel(await ownerOf(request), params.id));

  serve(app, seeJob, async ({ params, request }) => jobs.markSeen(await ownerOf(request), params.id));

  serveWithoutService(app, getJob, async ({ params, request }) => {
    const job = jobs.registry.of(await ownerOf(request), params.id);
    if (!job) throw notFound('Job');
    return job;
  });
}

/** @throws {HttpProblem} 415 for a compressed body or an unknown type, 400 for none. */
function bodyOf({ headers }: FastifyRequest, query: ParseOptions): { format: Format; reading: ParseOptions } {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new HttpProblem(415, 'Send the file as it is, not compressed.');
  if (headers['content-length'] === '0') throw badRequest(messages.empty);
  return readingOf(headers['content-type'] ?? 'application/json', query);
}

/** How a file of a content type is read. @throws {HttpProblem} 415 for an unknown type. */
export function readingOf(type: string, query: ParseOptions): { format: Format; reading: ParseOptions } {
  const format = formatOfType(type);
  if (!format) throw new HttpProblem(415, `${messages.wrongType}. Send application/json or text/csv.`);
  return { format, reading: { delimiter: delimiterOfType(type), ...query } };
}

/** The upload's options in headers. @throws {HttpProblem} 400 if one of them is malformed. */
function uploadHeaders(
  request: FastifyRequest,
): Pick<IncomingBody, 'batch' | 'fingerprint' | 'key' | 'size'> {
  const { headers } = request;
  const key = idempotencyKeyOf(request);
  const batch = headers[batchSizeHeader.toLowerCase()];
  if (batch !== undefined && !/^[1-9]\d{0,8}$/.test(String(batch)))
    throw badRequest(`${batchSizeHeader} is a number of records, from 1.`);
  const fingerprint = FileFingerprint.optional().safeParse(headers[fileFingerprintHeader.toLowerCase()]);
  if (!fingerprint.success) throw badRequest(`${fileFingerprintHeader} is 32 bytes in hex.`);
  const size = headers['content-length'];
  return {
    ...(key === undefined ? {} : { key }),
    ...(size === undefined ? {} : { size: Number(size) }),
    ...(batch === undefined ? {} : { batch: Number(batch) }),
    ...(fingerprint.data === undefined ? {} : { fingerprint: fingerprint.data }),
  };
}

/** @throws {HttpProblem} 404 for a schema that the caller may not see, 403 if they may not upload to it. */
export async function schemaForUpload(schemas: Schemas, caller: Caller, id: string): Promise<OwnSchema> {
  const own = await schemas.of(caller, id);
  if (!own.schema.permissions.can_upload)
    throw forbidden(`You do not have permission to upload records to "${own.schema.name}".`);
  return own;
}

/** The schema that the body's first row names, and the complete body. */
async function schemaNamedInBody(
  schemas: Schemas,
  caller: Caller,
  chunks: AsyncIterable<Uint8Array>,
  format: Format,
  reading: ParseOptions,
) {
  const { link, chunks: body } = await readSchemaLink(chunks, format, reading);
  if (link === null || idIn(link) === '') throw badRequest('No schema provided');
  const own = await schemaForUpload(schemas, caller, idIn(link)).catch((error: unknown) => {
    throw error instanceof HttpProblem && error.status === 404 ? unknownLink(idIn(link)) : error;
  });
  return { own, body };
}

const unknownLink = (id: string) =>
  new HttpProblem(
    404,
    `The first record names the schema "${id.slice(0, 64)}", which does not exist, or which you may not see. Name the schema to store the records in with "?schema=", and add "&links=ignore" if the records name others.`,
  );
