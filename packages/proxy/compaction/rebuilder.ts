/** Rebuilds damaged indexes from the records in the background, one at a time. */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { unreadableCount } from '@cloakroom/contract/liveRecords.ts';
import { mayChangeRecords } from '@cloakroom/contract/schemas.ts';
import { deleteSegment, type Manifest, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { allKeysOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import { inGeneration } from '../sealedFields.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import { BackgroundQueue } from './backgroundQueue.ts';
import type { RebuildTask } from './compactSegments.ts';
import { withMerged } from '@cloakroom/sealed-index/compaction/replacement.ts';

/** The pause after a failed rebuild of a segment. */
const retryAfterMs = 60_000;

/** Rebuilds and stores a segment's index. @returns the new segment's entry for a manifest. */
export type Rebuild = (task: RebuildTask, signal: AbortSignal) => Promise<SegmentEntry>;
type Deps = { upstream: Upstream; manifests: Manifests; rebuild: Rebuild; log: FastifyBaseLogger };
type Keys = Pick<RebuildTask, 'queryKey' | 'fieldKeys'>;

/** A schema, and the manifest that says which fields a segment was sealed with. */
type StoredSchema = { own: OwnSchema; manifest: Manifest };

export class Rebuilder {
  readonly #deps: Deps;
  /** Segments with unreadable records that this process has read again. */
  readonly #reread = new Set<string>();
  readonly #queue: BackgroundQueue;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#queue = new BackgroundQueue({
      retryAfterMs,
      onFailure: (segment, err) => deps.log.warn({ err, segment }, 'a damaged index was not rebuilt'),
    });
  }

  /**
   * Queues the rebuild of a damaged segment's index, if the caller is a data owner with all keys of the segment.
   * @returns whether it is queued or running.
   */
  scheduleCheck(caller: Principal, { own, manifest }: StoredSchema, entry: SegmentEntry): boolean {
    const { id, generation } = entry;
    if (this.#queue.has(id)) return true;
    if (!this.#queue.accepts(id)) return false;
    const { fields } = inGeneration(own, manifest, generation);
    const keys = keysFor({ ...own, fields }, generation);
    if (!keys) return false;
    this.#queue.add(id, () => this.#rebuild(caller, own, entry, { ...keys, fields }));
    return true;
  }

  /** Queues a second rebuild for records that were unreadable in the first: they may be readable again. */
  scheduleReread(caller: Principal, stored: StoredSchema, entry: SegmentEntry): void {
    if (this.#reread.has(entry.id)) return;
    this.#reread.add(entry.id);
    this.scheduleCheck(caller, stored, entry);
  }

  /** Resolves when the queue is empty. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Aborts the rebuild. The service deletes its result, which no manifest names. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  async #rebuild(
    { credentials }: Principal,
    own: OwnSchema,
    entry: SegmentEntry,
    sealing: Keys & { fields: OwnSchema['fields'] },
  ): Promise<void> {
    const { upstream, manifests, rebuild, log } = this.#deps;
    const { signal } = this.#queue;
    const { schema } = own;
    const id = randomBytes(16);
    const task = { upstream: upstream.origin, credentials, schema: schema.id, id, entry, ...sealing };
    let isPublished = false;
    try {
      const rebuilt = await rebuild(task, signal);
      this.#reread.add(rebuilt.id);
      const isImproved = !entry.unreadable || unreadableCount(rebuilt) < unreadableCount(entry);
      const context = { ...manifestContextOf(credentials, own), signal };
      if (isImproved)
        isPublished = await manifests.change(context, (segments) => withMerged(segments, [entry], rebuilt));
      if (isPublished)
        log.warn(
          {
            schema: schema.id,
            segment: entry.id,
            records: rebuilt.records,
            unreadable: unreadableCount(rebuilt),
          },
          'the damaged index of a segment was rebuilt from its records',
        );
    } finally {
      const params = { id: id.toString('hex') };
      // The service refuses this if an answer was lost and the manifest names the segment after all.
      if (!isPublished)
        await upstream
          .call(deleteSegment, { credentials, params, query: { schema: schema.id } })
          .catch(() => undefined);
    }
  }
}

/** The keys of a generation; null if one is missing or the person may not rebuild. */
function keysFor(own: OwnSchema, generation: number): Keys | null {
  if (!mayChangeRecords(own.schema.permissions)) return null;
  return allKeysOf(own, generation);
}
