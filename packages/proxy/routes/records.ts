/** Routes of records that need keys: decrypt, check whether decryption is possible, and ingest. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  canDecrypt,
  createRecords,
  decryptRecords,
  ingestRecords,
  jobIdHeader,
  recordLimits,
  unreadableHeader,
  type DecryptedRecord,
  type SealedRecord,
} from '@cloakroom/contract/records.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { bodyText } from '@cloakroom/server-kit/bodies.ts';
import { forbidden, HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import { messages } from '@cloakroom/ingest/messages.ts';
import { jobOwnerOf } from '../credentials.ts';
import { readNoGroups } from '../decryptGroups.ts';
import { recordDecryptorOf, schemasIn, type RecordDecryptor } from '../decryptRecords.ts';
import { sealingIn } from '../recordSealing.ts';
import type { Schemas } from '../schemas.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import { groupSourceOf, type RecordGroups } from '../search/recordGroups.ts';
import type { RecordPages } from '../search/recordPages.ts';
import type { SchemaReads } from '../search/schemaReads.ts';
import type { Jobs } from '../upload/jobs.ts';
import { callerOf, idempotencyKeyOf, serve, serveReads } from './serve.ts';

const megabyte = 1024 * 1024;
/** Base64 makes sealed records a third longer, and values may be long. */
const bodyLimit = 32 * megabyte;
/** How long an ingest call waits for its records to be stored. */
const storeTimeoutMs = 25_000;

type Deps = {
  schemas: Schemas;
  manifests: Manifests;
  reads: SchemaReads;
  groups: RecordGroups;
  pages: RecordPages;
  jobs: Jobs;
};

export function recordRoutes(app: FastifyInstance, deps: Deps): void {
  const { schemas, manifests, reads, groups, pages, jobs } = deps;

  serveReads(
    app,
    decryptRecords,
    async ({ body, query, request, reply }) => {
      const decryptors = new Map<string, RecordDecryptor>();
      for (const id of schemasIn(body)) {
        const records = body.filter(({ schema }) => idIn(schema) === id);
        const open = await reads.run(
          request,
          id,
          async ({ caller, own, manifest, expected }) => {
            const source = groupSourceOf(caller.credentials, own, manifest);
            return recordDecryptorOf(own)(records, sealingIn(manifest), (keys) =>
              groups.read(source, keys, expected(manifest)),
            );
          },
          recordDecryptorOf,
        );
        decryptors.set(id, open);
      }
      const opened = body.map((record): DecryptedRecord => {
        const open = decryptors.get(idIn(record.schema));
        if (!open) throw notFound('Schema');
        return open(record, query.partial);
      });
      const unreadable = opened.filter(({ damaged }) => damaged).length;
      if (unreadable > 0) reply.header(unreadableHeader, unreadable);
      return opened;
    },
    { bodyLimit },
  );

  serve(
    app,
    canDecrypt,
    async ({ body, request }) => {
      if (!body) throw notFound('Record');
      const caller = callerOf(request);
      const own = await schemas.of(caller, idIn(body.schema));
      const prepare = async () => {
        const manifest = await manifests.read(manifestContextOf(caller.credentials, own));
        return recordDecryptorOf(own)([body], sealingIn(manifest), readNoGroups);
      };
      return { can_decrypt: await prepare().then(() => true, falseIfRefused) };
    },
    { bodyLimit },
  );

  app.register(async (scope) => {
    // Sealed from the raw text: JSON.parse does not represent every number exactly.
    const texts = new WeakMap<object, Buffer>();
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, text: Buffer, done) => {
      texts.set(request.raw, text);
      try {
        done(null, JSON.parse(bodyText(text)));
      } catch (error) {
        done(error instanceof HttpProblem ? error : new HttpProblem(400, messages.invalidJson));
      }
    });

    /** Stores the records of a request's text, and returns them sealed. */
    const store = async (
      records: readonly { schema: string }[],
      { request, reply, key }: { request: FastifyRequest; reply: FastifyReply; key?: string | undefined },
    ): Promise<SealedRecord[]> => {
      const caller = callerOf(request);
      if (records.length > recordLimits.ingest)
        throw new HttpProblem(
          413,
          `At most ${recordLimits.ingest} records are taken at once; upload more as a file.`,
        );
      const [first] = records;
      if (!first) throw new HttpProblem(400, 'There are no records to store.');
      const own = await schemas.of(caller, first.schema);
      if (!own.schema.permissions.can_upload)
        throw forbidden('You do not have permission to upload records.');
      const text = texts.get(request.raw) ?? Buffer.alloc(0);
      const { id, upload } = await jobs.receiver.accept({
        ...{ caller, own, format: 'json', duplicate: true, body: oneChunk(text) },
        ...(key !== undefined && { key }),
      });
      reply.header(jobIdHeader, id);
      const job = await jobs.waitForEnd(jobOwnerOf(caller), id, storeTimeoutMs);
      if (job?.status === 'failed')
        throw new HttpProblem(job.errors ? 400 : 422, job.error ?? 'The records were not stored.', {
          ...(job.errors ? { errors: problemsByRow(job.errors.rows) } : {}),
        });
      if (job?.status !== 'complete')
        throw new HttpProblem(
          503,
          `The service can’t be reached. The records are sealed on this machine and will be stored when it answers: do not send them again, ask for job ${id}.`,
        );
      const references = records.map((_, number) => ({ upload: job.upload ?? upload, number }));
      return pages.sealed(caller.credentials, own.schema.id, references);
    };

    serve(scope, ingestRecords, ({ body, ...call }) => store(body, call), { bodyLimit });

    serve(
      scope,
      createRecords,
      async ({ body, request, reply }) => {
        const call = { request, reply, key: idempotencyKeyOf(request) };
        const stored = await store([body].flat(), call);
        return Array.isArray(body) ? stored : stored[0]!;
      },
      { bodyLimit },
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

/** Returns false for a missing permission or key; rethrows other errors. */
function falseIfRefused(error: unknown): false {
  if (error instanceof HttpProblem && (error.status === 403 || error.status === 422)) return false;
  throw error;
}
