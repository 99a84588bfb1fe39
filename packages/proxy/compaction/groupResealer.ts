/**
 * Reseals groups of records without the values of deleted records, in the background. A deleted record disappears from all
 * answers at once; its sealed values stay in its group until then.
 */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import { mayChangeRecords } from '@cloakroom/contract/schemas.ts';
import {
  listStaleGroups,
  maxStaleGroups,
  recordsPerGroup,
  replaceGroup,
  type Manifest,
  type SegmentEntry,
  type StaleGroup,
} from '@cloakroom/contract/segments.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Values } from '@cloakroom/sealed-index/crypto/groupPlaintext.ts';
import {
  groupFieldOpener,
  groupSealer,
  type GroupAddress,
} from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import type { Principal } from '../callers.ts';
import { allKeysOf } from '../schemaKeys.ts';
import type { OwnSchema } from '../schemas.ts';
import { inGeneration } from '../sealedFields.ts';
import { manifestContextOf } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import { decodedGroup, groupSourceOf, readGroupBytes, type RecordGroups } from '../search/recordGroups.ts';
import type { Upstream } from '../upstream.ts';
import { BackgroundQueue } from './backgroundQueue.ts';

type Deps = { upstream: Upstream; manifests: Manifests; groups: RecordGroups; log: FastifyBaseLogger };

/** How many groups are resealed before other work of the proxy continues. */
const groupsPerBatch = 16;

export class GroupResealer {
  readonly #deps: Deps;
  /** Manifests whose stale groups were resealed, or can't be. */
  readonly #done = new WeakSet<Manifest>();
  readonly #queue: BackgroundQueue;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#queue = new BackgroundQueue({
      onFailure: (schema, err) =>
        deps.log.warn({ err, schema }, 'groups with deleted records were not resealed'),
    });
  }

  /**
   * Queues the sealing of a schema's stale groups. Does nothing for callers who are not data owners, nor for a manifest that was
   * checked earlier.
   */
  scheduleCheck(caller: Principal, own: OwnSchema, manifest?: Manifest): void {
    const { id, permissions } = own.schema;
    if (!mayChangeRecords(permissions)) return;
    if (manifest && (this.#done.has(manifest) || !manifest.segments.some(isGrouped))) return;
    this.#queue.add(id, () => this.#reseal(caller, own));
  }

  /** Resolves when the queue is empty. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Stops after the group that is being sealed. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  async #reseal({ credentials }: Principal, own: OwnSchema): Promise<void> {
    const { upstream, manifests } = this.#deps;
    const { signal } = this.#queue;
    const query = { schema: own.schema.id };
    for (;;) {
      const manifest = await manifests.read({ ...manifestContextOf(credentials, own), signal });
      // Marked also if this fails: a later manifest or run of the proxy tries it again.
      this.#done.add(manifest);
      const listed = await upstream.call(listStaleGroups, { credentials, query, signal });
      const stale = listed.filter(({ version }) => version <= manifest.version);
      let replaced = 0;
      for (let from = 0; from < stale.length && !signal.aborted; from += groupsPerBatch)
        replaced += await this.#resealSome(
          credentials,
          own,
          manifest,
          stale.slice(from, from + groupsPerBatch),
        );
      // A full list may not be the whole one.
      if (replaced === 0 || listed.length < maxStaleGroups || signal.aborted) return;
    }
  }

  /** @returns how many groups were replaced. */
  async #resealSome(
    credentials: Principal['credentials'],
    own: OwnSchema,
    manifest: Manifest,
    stale: readonly StaleGroup[],
  ): Promise<number> {
    const { upstream, groups, log } = this.#deps;
    const { schema } = own;
    const source = groupSourceOf(credentials, own, manifest);
    const keys = stale.map(({ upload, number }): [string, number] => [upload, number]);
    const found = await readGroupBytes(upstream, source, keys);
    let replaced = 0;
    for (const [at, { upload, number }] of stale.entries()) {
      const bytes = found[at];
      const data = bytes && resealed(own, manifest, { upload, number, bytes });
      if (!data) {
        log.warn({ schema: schema.id, upload, group: number }, 'a group with deleted records stays as it is');
        continue;
      }
      const replaces = createHash('sha256').update(bytes).digest('hex');
      const query = { schema: schema.id, upload, number, replaces, version: manifest.version };
      try {
        await upstream.call(replaceGroup, { credentials, query, body: data, signal: this.#queue.signal });
      } catch (error) {
        // Another proxy has replaced it, or deleted more of its records: the list names it again.
        if (error instanceof HttpProblem && error.status === 409) continue;
        throw error;
      }
      groups.forget(source, [upload, number]);
      replaced++;
    }
    return replaced;
  }
}

const isGrouped = ({ group_records }: SegmentEntry) => group_records !== undefined;

/** A group without the values of deleted records; null if it can't be opened with this keyring. */
function resealed(
  own: OwnSchema,
  manifest: Manifest,
  { upload, number, bytes }: { upload: string; number: number; bytes: Uint8Array },
): Uint8Array | null {
  const first = number * recordsPerGroup;
  const isLive = new Set<number>();
  const generations = new Set<number>();
  for (const entry of manifest.segments.filter(isGrouped))
    for (const range of liveRanges(entry)) {
      if (range.upload !== upload) continue;
      const end = Math.min(first + recordsPerGroup, range.first + range.count);
      for (let record = Math.max(first, range.first); record < end; record++) {
        isLive.add(record - first);
        generations.add(entry.generation);
      }
    }
  const [generation] = generations;
  if (generation === undefined || generations.size > 1) return null;
  const sealed = inGeneration(own, manifest, generation);
  const group = decodedGroup(bytes, sealed.fields.length);
  const keys = allKeysOf(sealed, generation);
  if (!group || !keys) return null;
  const fields = sealed.fields.map(({ name }, at) => ({ name, key: keys.fieldKeys[at]! }));
  const address: GroupAddress = { upload: Buffer.from(upload, 'hex'), group: number };
  const context = { schema: own.schema.id, generation };
  const columns = fields.map((field, at) => groupFieldOpener(context, field).open(address, group, at));
  if (columns.includes(null)) return null;
  const records = Array.from({ length: group.records }, (_, position): Values =>
    columns.map((valueAt) => (isLive.has(position) ? valueAt!(position) : undefined)),
  );
  return groupSealer({ ...context, queryKey: keys.queryKey }, fields).seal(address, records);
}
