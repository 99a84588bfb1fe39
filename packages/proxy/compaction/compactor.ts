/** Merges neighbouring segments of similar size, and seals records of earlier versions in groups, in the background, one step at a time. */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { mayChangeRecords } from '@cloakroom/contract/schemas.ts';
import { endLease, takeLease } from '@cloakroom/contract/leases.ts';
import { deleteSegment, type Manifest, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { allKeysOf, holdsQueryKey, queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import { inGeneration } from '../sealedFields.ts';
import { manifestContextOf, type ManifestContext } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import { chooseCompaction } from '@cloakroom/sealed-index/compaction/chooseCompaction.ts';
import { chooseRegrouping, type Regrouping } from '@cloakroom/sealed-index/compaction/chooseRegrouping.ts';
import { UnreadableRecord } from '@cloakroom/sealed-index/compaction/regroupRecords.ts';
import { withMerged, withReplaced } from '@cloakroom/sealed-index/compaction/replacement.ts';
import { BackgroundQueue } from './backgroundQueue.ts';
import type { CompactionTask, RegroupTask } from './compactSegments.ts';

/** The duration of a lease: longer than a merge of the largest segments takes. */
const leaseSeconds = 120;

/** The pause after a failed merge of a schema. */
const retryAfterMs = 60_000;

/** Reads, merges and stores segments. @returns the entry for a manifest. */
export type CompactSegments = (task: CompactionTask, signal: AbortSignal) => Promise<SegmentEntry>;
/** Seals the records of a segment in groups and stores them. @returns the entries for a manifest. */
export type RegroupSegment = (task: RegroupTask, signal: AbortSignal) => Promise<SegmentEntry[]>;
type Abortable = { signal: AbortSignal };
type Deps = {
  upstream: Upstream;
  manifests: Manifests;
  compact: CompactSegments;
  regroup: RegroupSegment;
  log: FastifyBaseLogger;
};

export class Compactor {
  readonly #deps: Deps;
  /** Identifies this process in leases. */
  readonly #holder = randomBytes(16).toString('hex');
  readonly #queue: BackgroundQueue;
  /** Segments with a record that can't be sealed again. */
  readonly #unreadable = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#queue = new BackgroundQueue({
      retryAfterMs,
      onFailure: (schema, err) => deps.log.warn({ err, schema }, 'compaction postponed'),
    });
  }

  /** Whether segments of a manifest should be merged, or have records to be sealed in groups. */
  hasWork(own: OwnSchema, manifest: Manifest): boolean {
    return this.#regroupingOf(own, manifest) !== null || this.#mergeOf(own, manifest) !== null;
  }

  #mergeOf({ keyring, schema }: OwnSchema, { segments }: Manifest): SegmentEntry[] | null {
    return chooseCompaction(segments, holdsQueryKey(keyring, schema));
  }

  #regroupingOf(own: OwnSchema, manifest: Manifest): Regrouping | null {
    if (own.schema.permissions.can_decrypt !== true) return null;
    const hasAllKeys = new Map<number, boolean>();
    return chooseRegrouping(manifest.segments, ({ id, generation }) => {
      if (this.#unreadable.has(id)) return false;
      const holdsAll =
        hasAllKeys.get(generation) ?? allKeysOf(inGeneration(own, manifest, generation), generation) !== null;
      hasAllKeys.set(generation, holdsAll);
      return holdsAll;
    });
  }

  /** Queues a check whether segments of a schema should be merged or their records sealed in groups. Does nothing for callers who are not data owners. */
  scheduleCheck(caller: Principal, own: OwnSchema): void {
    const { id, permissions } = own.schema;
    if (mayChangeRecords(permissions)) this.#queue.add(id, () => this.#compact(caller, own));
  }

  /** Resolves when the queue is empty. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Aborts the merge. The service deletes its result, which no manifest names. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  async #compact({ credentials }: Principal, own: OwnSchema): Promise<void> {
    const { upstream, manifests } = this.#deps;
    const { signal } = this.#queue;
    const { schema, keyring } = own;
    const context = { ...manifestContextOf(credentials, own), signal };
    const target = { upstream: upstream.origin, credentials, schema: schema.id };
    const readManifest = () => manifests.read(context);
    if (!this.hasWork(own, await readManifest())) return;
    if (!(await this.#lease(context))) return;
    try {
      // Read again under the lease: another proxy may have merged meanwhile. Regrouping comes first, since regrouped segments
      // are merged afterwards.
      for (;;) {
        const manifest = await readManifest();
        const regrouping = this.#regroupingOf(own, manifest);
        const entries = regrouping ? null : this.#mergeOf(own, manifest);
        let mayContinue = false;
        if (regrouping) {
          const { entry, spans } = regrouping;
          const { fields } = inGeneration(own, manifest, entry.generation);
          const keys = allKeysOf({ ...own, fields }, entry.generation)!;
          const ids = spans.map(() => randomBytes(16));
          mayContinue = await this.#regroupOnce(context, {
            ...target,
            ...keys,
            fields,
            entry,
            spans,
            ids,
            signal,
          });
        } else if (entries) {
          // All segments of a merge are of one generation.
          const { generation } = entries[0]!;
          mayContinue = await this.#mergeOnce(context, {
            ...target,
            queryKey: queryKeyOf(keyring, schema, generation),
            fields: inGeneration(own, manifest, generation).fields,
            id: randomBytes(16),
            entries,
            signal,
          });
        }
        if (!mayContinue || !(await this.#lease(context))) return;
      }
    } finally {
      const options = { credentials, params: { schema: schema.id }, query: { holder: this.#holder } };
      await upstream.call(endLease, options).catch(() => undefined);
    }
  }

  /** Takes or extends the lease. @returns whether this process holds it. */
  async #lease({ credentials, schema, signal }: ManifestContext & { signal: AbortSignal }): Promise<boolean> {
    const body = { holder: this.#holder, seconds: leaseSeconds };
    try {
      await this.#deps.upstream.call(takeLease, { credentials, params: { schema }, body, signal });
      return true;
    } catch (error) {
      if (error instanceof HttpProblem && error.status === 409) return false;
      throw error;
    }
  }

  /** Merges and publishes. @returns whether the manifest names the merged segment; if not, it was deleted again. */
  async #mergeOnce(
    context: ManifestContext,
    { signal, ...task }: CompactionTask & Abortable,
  ): Promise<boolean> {
    const { manifests, compact } = this.#deps;
    return this.#publishOrDelete(context, [task.id], async () => {
      const merged = await compact(task, signal);
      return manifests.change(context, (segments) => withMerged(segments, task.entries, merged));
    });
  }

  /** Seals records in groups and publishes. @returns false if another proxy was first; true to continue. */
  async #regroupOnce(
    context: ManifestContext,
    { signal, ...task }: RegroupTask & Abortable,
  ): Promise<boolean> {
    const { manifests, regroup, log } = this.#deps;
    const { entry } = task;
    try {
      return await this.#publishOrDelete(context, task.ids, async () => {
        const parts = await regroup(task, signal);
        return manifests.change(context, (segments) => withReplaced(segments, entry, parts));
      });
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error;
      this.#unreadable.add(entry.id);
      log.warn({ err: error, schema: task.schema, segment: entry.id }, 'records stay sealed one by one');
      return true;
    }
  }

  /** Deletes the segments of these ids unless they were published. */
  async #publishOrDelete(
    { credentials, schema }: ManifestContext,
    ids: readonly Uint8Array[],
    publish: () => Promise<boolean>,
  ): Promise<boolean> {
    let isPublished = false;
    try {
      isPublished = await publish();
      return isPublished;
    } finally {
      // The service refuses this if an answer was lost and the manifest names the segment after all.
      for (const id of isPublished ? [] : ids.map((bytes) => Buffer.from(bytes).toString('hex')))
        await this.#deps.upstream
          .call(deleteSegment, { credentials, params: { id }, query: { schema } })
          .catch(() => undefined);
    }
  }
}
