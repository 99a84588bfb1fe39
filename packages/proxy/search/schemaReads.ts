/**
 * Reads a schema's records: first with the caller, schema and manifest that this machine has cached, which the service
 * confirms in the one call that reads the records. Without the confirmation, again with those that the service returns.
 */
import type { FastifyRequest } from 'fastify';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { ExpectedState, Manifest } from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { schemaDigest } from '@cloakroom/wire/schemaDigest.ts';
import { isUnavailable, type Caller } from '../callers.ts';
import { ChangedDefinition } from '../definitions/admission.ts';
import { callerOf, requireCaller } from '../routes/serve.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import { manifestContextOf } from './manifestContext.ts';
import type { Manifests } from './manifests.ts';
import type { RecordGroups } from './recordGroups.ts';

/** The caller, schema and manifest of a read. */
export type SchemaRead = {
  caller: Caller;
  own: OwnSchema;
  manifest: Manifest;
  /** The state with one of its manifests, which the service confirms when it reads records. */
  expected: (manifest: Manifest) => ExpectedState;
  /** Has the state confirmed, for answers without records; does nothing right after it was read. @throws {HttpProblem} 412 if it has changed. */
  confirm: () => Promise<void>;
  /** Reads the manifest from the service. */
  newest: () => Promise<Manifest>;
};

/** How often a read is tried if the state changes before it is confirmed. */
const maxAttempts = 3;

type Deps = { schemas: Schemas; manifests: Manifests; groups: RecordGroups };

export class SchemaReads {
  readonly #deps: Deps;
  readonly #digests = new WeakMap<Schema, string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Answers a request of a person who may search a schema. The read either passes the expected state to the service or calls
   * `confirm` before it returns. It may run more than once.
   * @param requirePermission - checks permissions beyond searching, before the manifest is needed.
   * @throws {HttpProblem} 401, 403, 404 and 422 as {@link Schemas.of} and {@link Manifests.read}; errors of the read.
   */
  async run<Answer>(
    request: FastifyRequest,
    id: string,
    read: (source: SchemaRead) => Promise<Answer>,
    requirePermission: (own: OwnSchema) => unknown = () => undefined,
  ): Promise<Answer> {
    try {
      const known = await this.#cachedSource(request, id, requirePermission);
      if (known) {
        const answer = await read(known);
        request.server.callers.confirm(known.caller);
        return answer;
      }
    } catch (error) {
      if (isUnavailable(error)) throw error;
      // Any failure may be due to an outdated state, and must not be shown to a person who may no longer search.
    }
    for (let attempt = 1; ; attempt++)
      try {
        return await read(await this.#currentSource(request, id, requirePermission));
      } catch (error) {
        // Schema and manifest were read one after the other, and may have been changed in between.
        if (error instanceof ChangedDefinition && attempt === 1) continue;
        if (!isOtherState(error)) throw error;
        if (attempt === maxAttempts) throw changing(error);
      }
  }

  async #cachedSource(
    request: FastifyRequest,
    id: string,
    requirePermission: (own: OwnSchema) => unknown,
  ): Promise<SchemaRead | null> {
    const { schemas, manifests, groups } = this.#deps;
    const caller = callerOf(request);
    const own = await schemas.cached(caller, id);
    if (!own) return null;
    requirePermission(own);
    const { credentials } = caller;
    const context = manifestContextOf(credentials, own);
    const manifest = await manifests.cached(context);
    if (!manifest) return null;
    const digest = this.#digestOf(own.schema);
    const expected = ({ mac }: Manifest) => ({ user: caller.user, schema: digest, manifest: mac });
    const source = { credentials, schema: id };
    return {
      caller,
      own,
      manifest,
      expected,
      confirm: () => groups.confirm(source, expected(manifest)),
      newest: () => manifests.read(context),
    };
  }

  /** Cached schemas are the same objects from one read to the next. */
  #digestOf(schema: Schema): string {
    const digest = this.#digests.get(schema) ?? schemaDigest(schema);
    this.#digests.set(schema, digest);
    return digest;
  }

  async #currentSource(
    request: FastifyRequest,
    id: string,
    requirePermission: (own: OwnSchema) => unknown,
  ): Promise<SchemaRead> {
    const { schemas, manifests } = this.#deps;
    await requireCaller(request);
    const caller = callerOf(request);
    const pending = manifests.ask(caller.credentials, id);
    const own = await schemas.of(caller, id);
    requirePermission(own);
    // A missing permission is reported before a missing key.
    await pending.answer;
    const context = manifestContextOf(caller.credentials, own);
    const newest = () => manifests.read(context);
    const manifest = await manifests.read(context, pending);
    return {
      caller,
      own,
      manifest,
      newest,
      // The schema has just been read. A later version of the service may show it with more than this one knows.
      expected: ({ mac }) => ({ user: caller.user, manifest: mac }),
      confirm: () => Promise.resolve(),
    };
  }
}

/** Whether the service has another state than the expected one. */
const isOtherState = (error: unknown) => error instanceof HttpProblem && error.status === 412;

const changing = (cause: unknown) =>
  new HttpProblem(409, 'The records are being changed at the moment. Try again in a few seconds.', { cause });
