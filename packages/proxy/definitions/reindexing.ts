/** Changes of a definition that make a schema's index anew: new segments first, then manifest and definition in one step. */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { compareFields, greatestKind } from '@cloakroom/contract/definitionChange.ts';
import { fieldsOf, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { endLease, takeLease } from '@cloakroom/contract/leases.ts';
import { liveCount, totalLiveCount } from '@cloakroom/contract/liveRecords.ts';
import type { DefinitionJob } from '@cloakroom/contract/schemaChange.ts';
import { mayChangeRecords, type Schema } from '@cloakroom/contract/schemas.ts';
import { deleteSegment, type Manifest, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { replacementOf } from '@cloakroom/sealed-index/compaction/replacement.ts';
import { conflict, forbidden, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Principal } from '../callers.ts';
import type { ConversionTask } from '../compaction/compactSegments.ts';
import { queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import { sealedFieldsIn } from '../sealedFields.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { ManifestEdit, Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import { definitionDigest } from './digest.ts';

/** The duration of a lease: longer than the conversion of the largest segment takes. */
const leaseSeconds = 120;
/** Attempts to publish while others publish uploads, merges and deletions. */
const maxAttempts = 20;
/** Jobs whose last state is kept. */
const maxJobs = 100;

/** Makes a segment's index anew and stores it. @returns the new segment's entry for a manifest. */
export type Convert = (task: ConversionTask, signal: AbortSignal) => Promise<SegmentEntry>;

type Deps = {
  upstream: Upstream;
  schemas: Pick<Schemas, 'of'>;
  manifests: Manifests;
  convert: Convert;
  log: FastifyBaseLogger;
};

/**
 * Publishes schema and manifest in one step; null if the edit gave no segments.
 * @throws {HttpProblem} the service's refusal, 409 if another manifest was published first.
 */
export type PublishDefinition = (own: OwnSchema, edit: ManifestEdit) => Promise<Schema | null>;

type Job = {
  state: DefinitionJob;
  /** Of the new definition. */
  digest: string;
  cancel: AbortController;
  isPublishing: boolean;
  finished: Promise<Schema>;
};

/** A new segment, and the entry of the one that it was made of. */
type Converted = { input: SegmentEntry; made: SegmentEntry };

/** The jobs of this proxy, one for each person and schema. A stopped proxy abandons them: nothing has changed then. */
export class Reindexing {
  readonly #deps: Deps;
  readonly #closing = new AbortController();
  /** Identifies this process in leases. */
  readonly #holder = randomBytes(16).toString('hex');
  readonly #jobs = new LRUCache<string, Job>({ max: maxJobs });
  readonly #running = new Set<Promise<unknown>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The last state of a person's job; null if there is none. */
  stateOf(user: string, schema: string): DefinitionJob | null {
    return this.#jobs.get(nameOf(user, schema))?.state ?? null;
  }

  /**
   * Ends a running job. Schema and index stay as they were.
   * @throws {HttpProblem} 409 if it has ended, or is being published.
   */
  async cancel(user: string, schema: string): Promise<void> {
    const job = this.#jobs.get(nameOf(user, schema));
    if (job?.state.status !== 'running')
      throw conflict('No change of this schema is running, so none can be ended.');
    if (job.isPublishing)
      throw conflict('The new index is complete and is being published: it is too late to end it.');
    job.cancel.abort(conflict('The change was ended. Schema and index are as they were.'));
    await job.finished.catch(() => undefined);
  }

  /**
   * Makes the index anew and publishes it with the definition. A running job for the same definition is joined. The job goes on
   * when the caller is gone.
   * @returns the changed schema.
   * @throws {HttpProblem} 403 for people who may not change stored records, 409 if another change is running or came first, 422 if
   *   a key is missing or the index is damaged.
   */
  run(
    caller: Principal,
    own: OwnSchema,
    definition: JsonSchema,
    publish: PublishDefinition,
  ): Promise<Schema> {
    const { schema } = own;
    if (!mayChangeRecords(schema.permissions))
      throw forbidden(
        `This change makes the index of "${schema.name}" anew, which takes one of its data owners. Ask one of them.`,
      );
    const name = nameOf(caller.user, schema.id);
    const digest = definitionDigest(schema.id, fieldsOf(definition));
    const present = this.#jobs.get(name);
    if (present?.state.status === 'running') {
      if (present.digest === digest) return present.finished;
      throw conflict(`Another change of "${schema.name}" is running. Try again when it is complete.`);
    }
    const job: Job = {
      state: { status: 'running', processed: 0, total: 0 },
      digest,
      cancel: new AbortController(),
      isPublishing: false,
      finished: Promise.resolve(schema),
    };
    job.finished = this.#run(caller, own, definition, publish, job);
    this.#jobs.set(name, job);
    const settled = job.finished.catch(() => undefined);
    this.#running.add(settled);
    void settled.then(() => this.#running.delete(settled));
    return job.finished;
  }

  /** Abandons the jobs. */
  async close(): Promise<void> {
    this.#closing.abort(
      new HttpProblem(503, 'The proxy is being stopped. Schema and index are as they were: try again.'),
    );
    await Promise.all(this.#running);
  }

  async #run(
    caller: Principal,
    own: OwnSchema,
    definition: JsonSchema,
    publish: PublishDefinition,
    job: Job,
  ): Promise<Schema> {
    const converted = new Map<string, Converted>();
    try {
      const schema = await this.#convertAndPublish(caller, own, definition, publish, job, converted);
      job.state = { ...job.state, status: 'complete', processed: job.state.total };
      converted.clear();
      return schema;
    } catch (error) {
      const message = error instanceof HttpProblem ? error.message : brokenOff;
      job.state = { ...job.state, status: 'failed', error: message };
      this.#deps.log.warn({ err: error, schema: own.schema.id }, 'an index was not made anew');
      throw error instanceof HttpProblem ? error : new HttpProblem(422, message, { cause: error });
    } finally {
      await this.#clean(caller, own.schema.id, converted);
    }
  }

  async #convertAndPublish(
    caller: Principal,
    first: OwnSchema,
    definition: JsonSchema,
    publish: PublishDefinition,
    job: Job,
    converted: Map<string, Converted>,
  ): Promise<Schema> {
    const { manifests, schemas } = this.#deps;
    const signal = AbortSignal.any([this.#closing.signal, job.cancel.signal]);
    const id = first.schema.id;
    const former = definitionDigest(id, first.fields);
    const isMissing = (segments: readonly SegmentEntry[]) =>
      segments.some((entry) => !converted.has(entry.id));
    for (let attempt = 1; ; attempt++) {
      const own = attempt === 1 ? first : await schemas.of(caller, id);
      if (definitionDigest(id, own.fields) !== former) throw changedMeanwhile(own.schema.name);
      const context = { ...manifestContextOf(caller.credentials, own), signal };
      const manifest = await manifests.read(context);
      await this.#convertAll(caller, own, definition, manifest, { job, signal, converted });
      signal.throwIfAborted();
      job.isPublishing = true;
      try {
        const schema = await publish(own, (present) =>
          isMissing(present) ? null : present.map((entry) => replaced(converted, entry)),
        );
        if (schema) return schema;
      } catch (error) {
        const overtaken = error instanceof HttpProblem && error.status === 409;
        if (!overtaken || attempt === maxAttempts) throw error;
        // Otherwise the refusal has another reason.
        if ((await manifests.read(context)).version === manifest.version) throw error;
      }
      if (attempt === maxAttempts) throw changing(own.schema.name);
      job.isPublishing = false;
    }
  }

  /** Makes the index of those segments anew for which that has not been done. */
  async #convertAll(
    { credentials }: Principal,
    own: OwnSchema,
    definition: JsonSchema,
    manifest: Manifest,
    { job, signal, converted }: { job: Job; signal: AbortSignal; converted: Map<string, Converted> },
  ): Promise<void> {
    const { upstream, convert } = this.#deps;
    const { schema, fields, keyring } = own;
    const { segments } = manifest;
    const target = fieldsOf(definition);
    const [sealedIn, targetIn] = [fields, target].map((each) => sealedFieldsIn(manifest, each));
    if (greatestKind(compareFields(fields, target)) !== 'reindex') throw changedMeanwhile(schema.name);
    const countDone = () =>
      segments.reduce((sum, entry) => sum + (converted.has(entry.id) ? liveCount(entry) : 0), 0);
    job.state = { ...job.state, total: totalLiveCount(segments), processed: countDone() };
    for (const entry of segments) {
      if (converted.has(entry.id)) continue;
      signal.throwIfAborted();
      await this.#lease(credentials, schema.id);
      const { generation } = entry;
      const place = { upstream: upstream.origin, credentials, schema: schema.id };
      // The fields that were added since the segment was sealed are not in its index.
      const definitions = { fields: sealedIn!(generation), target: targetIn!(generation) };
      const queryKey = queryKeyOf(keyring, schema, generation);
      const made = await convert(
        { ...place, ...definitions, queryKey, id: randomBytes(16), converted: entry },
        signal,
      );
      converted.set(entry.id, { input: entry, made });
      job.state = { ...job.state, processed: countDone() };
    }
  }

  /** Keeps other proxies from merging meanwhile. Without the lease, what they merge is converted once more. */
  async #lease(credentials: Principal['credentials'], schema: string): Promise<void> {
    const body = { holder: this.#holder, seconds: leaseSeconds };
    await this.#deps.upstream
      .call(takeLease, { credentials, params: { schema }, body })
      .catch((error: unknown) => {
        if (!(error instanceof HttpProblem) || error.status !== 409) throw error;
      });
  }

  /** Deletes segments that were not published, and releases the lease. */
  async #clean(
    { credentials }: Principal,
    schema: string,
    converted: ReadonlyMap<string, Converted>,
  ): Promise<void> {
    const { upstream } = this.#deps;
    // The service refuses this if an answer was lost and the manifest names the segment after all.
    for (const { made } of converted.values())
      await upstream
        .call(deleteSegment, { credentials, params: { id: made.id }, query: { schema } })
        .catch(() => undefined);
    const options = { credentials, params: { schema }, query: { holder: this.#holder } };
    await upstream.call(endLease, options).catch(() => undefined);
  }
}

const nameOf = (user: string, schema: string) => `${user} ${schema}`;

function replaced(converted: ReadonlyMap<string, Converted>, present: SegmentEntry): SegmentEntry {
  const { input, made } = converted.get(present.id)!;
  return replacementOf(input, present, made);
}

const brokenOff =
  'The index could not be made anew. Schema and index are as they were. If its index is damaged, search its records once: it is rebuilt then. Try again after that.';

const changedMeanwhile = (name: string) =>
  conflict(`The definition of "${name}" was changed by another person. Look at it, then try again.`);

const changing = (name: string) =>
  conflict(
    `Records of "${name}" are uploaded or merged all the time, so its index could not be made anew. Try again later.`,
  );
