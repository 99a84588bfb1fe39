/** Routes that seal and store a few plain records at once. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Job } from '@cloakroom/contract/jobs.ts';
import {
  createRecords,
  ingestRecords,
  jobIdHeader,
  recordLimits,
  type SealedRecord,
} from '@cloakroom/contract/records.ts';
import { bodyText } from '@cloakroom/server-kit/bodies.ts';
import { badRequest, forbidden, HttpProblem, unprocessable } from '@cloakroom/server-kit/problem.ts';
import { messages } from '@cloakroom/ingest/messages.ts';
import type { Caller } from '../callers.ts';
import { jobOwnerOf } from '../credentials.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import type { RecordPages } from '../search/recordPages.ts';
import type { Jobs } from '../upload/jobs.ts';
import type { Replacement } from '../upload/replacement.ts';
import { callerOf, serve, idempotencyKeyOf } from './serve.ts';

const megabyte = 1024 * 1024;
/** Values may be long. */
export const plainBodyLimit = 32 * megabyte;
/** How long a call waits for its records to be stored. */
const storeTimeoutMs = 25_000;

type Deps = { schemas: Schemas; pages: RecordPages; jobs: Jobs };

/** The raw body of a request. */
export type RawBodyOf = (request: FastifyRequest) => Buffer;

/**
 * Registers routes that seal the raw text of JSON bodies: `JSON.parse` does not represent every number exactly.
 * @param register - adds the routes to the scope.
 */
export function withRawJson(
  app: FastifyInstance,
  register: (scope: FastifyInstance, rawBodyOf: RawBodyOf) => void,
): void {
  app.register(async (scope) => {
    const texts = new WeakMap<object, Buffer>();
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, text: Buffer, done) => {
      texts.set(request.raw, text);
      try {
        done(null, JSON.parse(bodyText(text)));
      } catch (error) {
        done(error instanceof HttpProblem ? error : badRequest(messages.invalidJson));
      }
    });
    register(scope, (request) => texts.get(request.raw) ?? Buffer.alloc(0));
  });
}

/** Plain records to store: their text, who stores them, and the record that they are a new version of. */
type PlainRecords = {
  caller: Caller;
  own: OwnSchema;
  text: Uint8Array;
  key?: string | undefined;
  replaces?: Replacement | undefined;
};

/**
 * Stores records and waits for the end of the job.
 * @returns the ended job, and the upload that the records belong to.
 * @throws {HttpProblem} 400 for bad records, 503 if the service is not reachable for too long. The job continues then.
 */
export async function storePlainRecords(
  jobs: Jobs,
  { caller, own, text, key, replaces }: PlainRecords,
  reply: FastifyReply,
): Promise<{ job: Job; upload: string }> {
  const { id, upload } = await jobs.receiver.accept({
    caller,
    own,
    format: 'json',
    duplicate: true,
    body: oneChunk(text),
    replaces,
    ...(key !== undefined && { key }),
  });
  const job = await jobs.waitForEnd(jobOwnerOf(caller), id, storeTimeoutMs);
  if (job?.errors)
    throw new HttpProblem(400, job.error ?? notStored, { errors: problemsByRow(job.errors.rows) });
  if (job?.status !== 'complete' && job?.status !== 'failed')
    throw new HttpProblem(
      503,
      `The service can’t be reached. The records are sealed on this machine and will be stored when it answers: do not send them again, ask for job ${id}.`,
    );
  if (job.status === 'complete') reply.header(jobIdHeader, id);
  return { job, upload: job.upload ?? upload };
}

const notStored = 'The records were not stored.';

/** @throws {HttpProblem} 422 if the job has failed. */
export function requireStored({ status, error }: Job): void {
  if (status === 'failed') throw unprocessable(error ?? notStored);
}

export function plainRecordRoutes(app: FastifyInstance, { schemas, pages, jobs }: Deps): void {
  withRawJson(app, (scope, rawBodyOf) => {
    /** Stores the records of a request's text, and returns them sealed. */
    const store = async (
      records: readonly { schema: string }[],
      { request, reply, key }: { request: FastifyRequest; reply: FastifyReply; key?: string | undefined },
    ): Promise<SealedRecord[]> => {
      const caller = callerOf(request);
      if (records.length > recordLimits.ingest)
        throw new HttpProblem(
          413,
          `At most ${recordLimits.ingest} records are accepted at once; upload more as a file.`,
        );
      const [first] = records;
      if (!first) throw badRequest('There are no records to store.');
      const own = await schemas.of(caller, first.schema);
      if (!own.schema.permissions.can_upload)
        throw forbidden('You do not have permission to upload records.');
      const { job, upload } = await storePlainRecords(
        jobs,
        { caller, own, text: rawBodyOf(request), key },
        reply,
      );
      requireStored(job);
      const references = records.map((_, number) => ({ upload, number }));
      return pages.sealed(caller.credentials, own.schema.id, references);
    };

    serve(scope, ingestRecords, ({ body, ...call }) => store(body, call), { bodyLimit: plainBodyLimit });

    serve(
      scope,
      createRecords,
      async ({ body, request, reply }) => {
        const call = { request, reply, key: idempotencyKeyOf(request) };
        const stored = await store([body].flat(), call);
        return Array.isArray(body) ? stored : stored[0]!;
      },
      { bodyLimit: plainBodyLimit },
    );
  });
}

async function* oneChunk(text: Uint8Array): AsyncGenerator<Uint8Array> {
  yield text;
}

const problemsByRow = (rows: { row: string; message: string }[]): Record<string, string[]> => {
  const errors = new Map<string, string[]>();
  for (const { row, message } of rows) errors.set(row, [...(errors.get(row) ?? []), message]);
  return Object.fromEntries(errors);
};
