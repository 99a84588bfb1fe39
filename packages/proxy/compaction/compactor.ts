/** Keeps the segments of schemas few: merges neighbours of like size, in the background, one merge at a time. */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { deleteSegment, endLease, takeLease, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { holdsQueryKey, queryKeyOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import { questionOf, type ManifestQuestion, type Manifests } from '../search/manifests.ts';
import type { Upstream } from '../upstream.ts';
import type { Asker } from '../callers.ts';
import { chooseCompaction } from '@cloakroom/sealed-index/compaction/chooseCompaction.ts';
import type { CompactionTask } from './compactionTask.ts';
import { withMerged } from '@cloakroom/sealed-index/compaction/replacement.ts';

/** Seconds that a lease holds: longer than a merge of the largest segments takes. */
const leaseSeconds = 120;

/** Milliseconds after which a schema is tried again where a merge failed. */
const rest = 60_000;

/** Reads, merges, stores; hands back what a manifest will say. */
export type Compaction = (order: CompactionTask, signal: AbortSignal) => Promise<SegmentEntry>;
type Aborting = { signal: AbortSignal };
type Deps = { upstream: Upstream; manifests: Manifests; merge: Compaction; log: FastifyBaseLogger };

export class Compactor {
  readonly #deps: Deps;
  readonly #closing = new AbortController();
  /** Names this process to others that would merge the same. */
  readonly #holder = randomBytes(16).toString('hex');
  readonly #waiting = new Set<string>();
  readonly #resting = new Map<string, number>();
  #last: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Merge what is worth merging in a schema, soon. Only data owners may; nothing is done for others. */
  consider(caller: Asker, own: OwnSchema): void {
    const { id, permissions } = own.schema;
    if (!permissions.can_upload || this.#waiting.has(id) || this.#closing.signal.aborted) return;
    if ((this.#resting.get(id) ?? 0) > Date.now()) return;
    this.#waiting.add(id);
    this.#last = this.#last.then(async () => {
      this.#waiting.delete(id);
      await this.#tidy(caller, own).catch((error: unknown) => {
        this.#resting.set(id, Date.now() + rest);
        if (!this.#closing.signal.aborted)
          this.#deps.log.warn({ err: error, schema: id }, 'merging was put off');
      });
    });
  }

  /** When everything that was to be considered has been. */
  async idle(): Promise<void> {
    await this.#last;
  }

  /** Stop where the merge stands: what it made stays invisible and is swept by the service. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The proxy is being stopped.'));
    await this.#last;
  }

  async #tidy({ credentials }: Asker, own: OwnSchema): Promise<void> {
    const { upstream, manifests } = this.#deps;
    const signal = this.#closing.signal;
    const { schema, fields, keyring } = own;
    const isOpen = holdsQueryKey(keyring, schema);
    const question = { ...questionOf(credentials, own), signal };
    const choice = async () => chooseCompaction((await manifests.read(question)).segments, isOpen);
    if (!(await choice())) return;
    if (!(await this.#lease(question))) return;
    try {
      // Asked again under the lease: somebody else may just have done the work.
      for (let entries = await choice(); entries; entries = await choice()) {
        const queryKey = queryKeyOf(keyring, schema, entries[0]!.generation);
        const [id, schemaId] = [randomBytes(16), schema.id];
        const order = {
          upstream: upstream.origin,
          credentials,
          schema: schemaId,
          fields,
          queryKey,
          id,
          entries,
          signal,
        };
        if (!(await this.#mergeOnce(question, order)) || !(await this.#lease(question))) return;
      }
    } finally {
      const options = { credentials, params: { schema: schema.id }, query: { holder: this.#holder } };
      await upstream.call(endLease, options).catch(() => undefined);
    }
  }

  /** Whether this process is the one that merges the schema for the next while. */
  async #lease({
    credentials,
    schema,
    signal,
  }: ManifestQuestion & { signal: AbortSignal }): Promise<boolean> {
    const body = { holder: this.#holder, seconds: leaseSeconds };
    try {
      await this.#deps.upstream.call(takeLease, { credentials, params: { schema }, body, signal });
      return true;
    } catch (error) {
      if (error instanceof HttpProblem && error.status === 409) return false;
      throw error;
    }
  }

  /** Whether the merged segment stands in the manifest now; if not, it was taken back. */
  async #mergeOnce(
    question: ManifestQuestion,
    { signal, ...order }: CompactionTask & Aborting,
  ): Promise<boolean> {
    const { upstream, manifests, merge } = this.#deps;
    const { credentials, schema } = question;
    let published = false;
    try {
      const merged = await merge(order, signal);
      published = await manifests.change(question, (segments) => withMerged(segments, order.entries, merged));
      return published;
    } finally {
      // Refused where an answer was lost and the manifest names it after all.
      const id = Buffer.from(order.id).toString('hex');
      if (!published)
        await upstream
          .call(deleteSegment, { credentials, params: { id }, query: { schema } })
          .catch(() => undefined);
    }
  }
}
