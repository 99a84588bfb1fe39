/** Merges neighbouring segments of similar size in the background, one merge at a time. */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { deleteSegment, endLease, takeLease, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { holdsQueryKey, queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import { manifestContextOf, type ManifestContext, type Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import { chooseCompaction } from '@cloakroom/sealed-index/compaction/chooseCompaction.ts';
import type { CompactionTask } from './compactSegments.ts';
import { withMerged } from '@cloakroom/sealed-index/compaction/replacement.ts';

/** The duration of a lease: longer than a merge of the largest segments takes. */
const leaseSeconds = 120;

/** How long no merge of a schema is tried after one has failed. */
const retryAfterMs = 60_000;

/** Reads, merges and stores segments. @returns the entry for a manifest. */
export type Compaction = (task: CompactionTask, signal: AbortSignal) => Promise<SegmentEntry>;
type Abortable = { signal: AbortSignal };
type Deps = { upstream: Upstream; manifests: Manifests; compact: Compaction; log: FastifyBaseLogger };

export class Compactor {
  readonly #deps: Deps;
  readonly #closing = new AbortController();
  /** Identifies this process in leases. */
  readonly #holder = randomBytes(16).toString('hex');
  readonly #waiting = new Set<string>();
  readonly #retryAt = new Map<string, number>();
  readonly #queue = pLimit(1);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Queues a check whether segments of a schema should be merged. Does nothing for callers who are not data owners. */
  consider(caller: Principal, own: OwnSchema): void {
    const { id, permissions } = own.schema;
    if (!permissions.can_upload || this.#waiting.has(id) || this.#closing.signal.aborted) return;
    if ((this.#retryAt.get(id) ?? 0) > Date.now()) return;
    this.#waiting.add(id);
    void this.#queue(async () => {
      this.#waiting.delete(id);
      await this.#compact(caller, own).catch((error: unknown) => {
        this.#retryAt.set(id, Date.now() + retryAfterMs);
        if (!this.#closing.signal.aborted)
          this.#deps.log.warn({ err: error, schema: id }, 'merging was put off');
      });
    });
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    await this.#queue(() => undefined);
  }

  /** Aborts the merge. The service deletes its result, which no manifest names. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The proxy is being stopped.'));
    await this.#queue(() => undefined);
  }

  async #compact({ credentials }: Principal, own: OwnSchema): Promise<void> {
    const { upstream, manifests } = this.#deps;
    const signal = this.#closing.signal;
    const { schema, fields, keyring } = own;
    const holdsKey = holdsQueryKey(keyring, schema);
    const context = { ...manifestContextOf(credentials, own), signal };
    const choose = async () => chooseCompaction((await manifests.read(context)).segments, holdsKey);
    if (!(await choose())) return;
    if (!(await this.#lease(context))) return;
    try {
      // Read again under the lease: another proxy may have merged meanwhile.
      for (let entries = await choose(); entries; entries = await choose()) {
        const queryKey = queryKeyOf(keyring, schema, entries[0]!.generation);
        const [id, schemaId] = [randomBytes(16), schema.id];
        const task = {
          upstream: upstream.origin,
          credentials,
          schema: schemaId,
          fields,
          queryKey,
          id,
          entries,
          signal,
        };
        if (!(await this.#mergeOnce(context, task)) || !(await this.#lease(context))) return;
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
    const { upstream, manifests, compact } = this.#deps;
    const { credentials, schema } = context;
    let isPublished = false;
    try {
      const merged = await compact(task, signal);
      isPublished = await manifests.change(context, (segments) => withMerged(segments, task.entries, merged));
      return isPublished;
    } finally {
      // The service refuses this if an answer was lost and the manifest names the segment after all.
      const id = Buffer.from(task.id).toString('hex');
      if (!isPublished)
        await upstream
          .call(deleteSegment, { credentials, params: { id }, query: { schema } })
          .catch(() => undefined);
    }
  }
}
