/** Resumable uploads by the tus protocol 1.0: jobs whose body may arrive in several requests. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Server } from '@tus/server';
import { z } from 'zod';
import { FileFingerprint, resumableUploadPath, uploadJob } from '@cloakroom/contract/jobs.ts';
import { ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import { Reference } from '@cloakroom/contract/reference.ts';
import { messages } from '@cloakroom/ingest/messages.ts';
import { badRequest, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { jobOwnerOf } from '../credentials.ts';
import type { Schemas } from '../schemas.ts';
import type { Jobs } from '../upload/jobs.ts';
import { ResumableBody } from '../upload/resumable/resumableBody.ts';
import { ResumableStore } from '../upload/resumable/resumableStore.ts';
import { readingOf, schemaForUpload } from './jobs.ts';
import { callerOf, idempotencyKeyOf, requireCaller } from './serve.ts';

/** How long a request may send no bytes. */
const idleTimeoutMs = 60_000;

/** `Upload-Metadata` of a new upload. */
const Metadata = ParseOptions.extend({
  schema: Reference,
  /** The content type of the file. */
  filetype: z.string(),
  fingerprint: FileFingerprint.optional(),
});

export function resumableUploadRoutes(
  app: FastifyInstance,
  { schemas, jobs }: { schemas: Schemas; jobs: Jobs },
): void {
  const store = new ResumableStore({
    of: (owner, id) => jobs.registry.of(owner, id),
    cancel: (owner, id) => jobs.cancel(owner, id),
  });

  /** Begins the job of a new upload. @returns its id. @throws {HttpProblem} as the upload of a single body does. */
  async function begin(request: FastifyRequest, metadata: Record<string, string | null>): Promise<string> {
    const caller = callerOf(request);
    const size = Number(request.headers['upload-length']);
    const { schema, filetype, fingerprint, ...options } = metadataIn(metadata);
    const { format, reading } = readingOf(filetype, options);
    if (size === 0) throw badRequest(messages.empty);
    const key = idempotencyKeyOf(request);
    const own = await schemaForUpload(schemas, caller, schema);
    const body = new ResumableBody(size);
    const entry = { owner: jobOwnerOf(caller), body, size, metadata };
    const { reference } = await jobs.receiver.begin({
      caller,
      own,
      format,
      reading,
      size,
      body: body.chunks,
      onAttempt: (id) => store.replace(id, entry),
      ...(key !== undefined && { key }),
      ...(fingerprint !== undefined && { fingerprint }),
    });
    store.add(reference.id, entry);
    return reference.id;
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const requests = new WeakMap<object, FastifyRequest>();
    const requestOf = (request: { runtime?: { node?: { req: object } | undefined } | undefined }) =>
      requests.get(request.runtime?.node?.req ?? {})!;
    const server = new Server({
      path: resumableUploadPath.slice(0, -1),
      datastore: store,
      relativeLocation: true,
      // Pages of other origins may not use the proxy.
      allowedOrigins: [],
      namingFunction: (request, metadata) => begin(requestOf(request), metadata ?? {}),
      onResponseError: (_request, error) =>
        error instanceof HttpProblem
          ? { status_code: error.status, body: JSON.stringify({ detail: error.message }) }
          : undefined,
    });

    for (const url of [resumableUploadPath, `${resumableUploadPath}:id/`])
      scope.route({
        method: ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'],
        url,
        onRequest: [requireCaller],
        config: { idleTimeoutMs, call: uploadJob },
        handler: async (request, reply) => {
          requests.set(request.raw, request);
          reply.hijack();
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value);
          await store.caller.run(jobOwnerOf(callerOf(request)), () => server.handle(request.raw, reply.raw));
        },
      });
  });
}

function metadataIn(metadata: Record<string, string | null>): z.infer<typeof Metadata> {
  const { success, data, error } = Metadata.safeParse(metadata);
  if (success) return data;
  const [issue] = error.issues;
  throw badRequest(
    `Upload-Metadata: ${String(issue?.path[0] ?? '')}: ${issue?.message ?? ''}. It needs "schema", the id of a schema, and "filetype", such as text/csv.`,
  );
}
