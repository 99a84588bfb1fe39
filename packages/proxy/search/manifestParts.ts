/** Reads the parts of long manifests, verifies and caches them. Parts are named by their hashes, which the manifest's MAC covers. */
import { LRUCache } from 'lru-cache';
import { totalLiveCount } from '@cloakroom/contract/liveRecords.ts';
import type { ListedEntry, RangeIndex } from '@cloakroom/contract/manifestParts.ts';
import type { ManifestTree, NodeRef } from '@cloakroom/contract/manifestTree.ts';
import type { Manifest, RecordRange, SegmentEntry, SignedManifest } from '@cloakroom/contract/segments.ts';
import { signedForm } from '@cloakroom/sealed-index/manifest.ts';
import { cutManifest } from '@cloakroom/sealed-index/manifestTree.ts';
import {
  decodeLeaf,
  decodeNodes,
  decodeOrdinals,
  decodeRangeIndex,
  decodeRangePart,
  decodeVersions,
  PartRefused,
} from '@cloakroom/wire/manifestParts.ts';
import { bytesPerMegabyte, defaultPartMegabytes } from '../memoryBudget.ts';
import type { Upstream } from '../upstream.ts';
import { changedManifest } from './manifestRefusals.ts';
import { fetchParts, type PartSource } from './fetchParts.ts';

/** Limits the bytes of parts whose contents are cached, for all schemas. The contents take a multiple of the memory. */
const defaultCacheBytes = defaultPartMegabytes * bytesPerMegabyte;

/** Decoded contents are shared by all manifests that name them, and never changed. */
type Leaf = { entries: SegmentEntry[]; parts: string[] };
type Ranges = { ranges: RecordRange[]; parts: string[] };
type Contents = { nodes: NodeRef[] } | Leaf | Ranges;

/** A manifest as it is sent, and its parts that the service lacks, in base64. */
export type SentManifest = { manifest: SignedManifest; newParts: string[] };

export class ManifestParts {
  readonly #upstream: Upstream;
  readonly #cache: LRUCache<string, Contents>;
  /** The parts of lists that the service has. */
  readonly #stored = new WeakMap<readonly SegmentEntry[], ReadonlySet<string>>();

  /** @param cacheBytes - limit of the bytes of parts whose contents are cached. */
  constructor(upstream: Upstream, cacheBytes = defaultCacheBytes) {
    this.#upstream = upstream;
    this.#cache = new LRUCache({ maxSize: cacheBytes });
  }

  /**
   * The manifest with all its segments.
   * @param signed - whose MAC was verified.
   * @throws {HttpProblem} 422 for a part that is not what its name or its place says; the service's refusal, 404 for a missing part.
   */
  async complete(source: PartSource, signed: SignedManifest): Promise<Manifest> {
    const { tree, segments = [], ...rest } = signed;
    if (!tree) return { ...rest, segments };
    try {
      const { entries, parts } = await this.#read(source, tree);
      this.#stored.set(entries, new Set(parts));
      return { ...rest, segments: entries };
    } catch (error) {
      if (!(error instanceof PartRefused)) throw error;
      throw changedManifest(source.schema, 'has a part that is not what was signed');
    }
  }

  /** A successor of a manifest as it is sent. The service has the parts of the present one, if it was read in parts. */
  sentForm(present: Pick<Manifest, 'segments'>, next: Manifest): SentManifest {
    const stored = this.#stored.get(present.segments);
    const newParts = [...cutManifest(next.segments).parts].flatMap(([hash, bytes]) =>
      stored?.has(hash) ? [] : [Buffer.from(bytes).toString('base64')],
    );
    return { manifest: signedForm(next), newParts };
  }

  /** Notes that the service has the parts of a published list. */
  published({ segments }: Pick<Manifest, 'segments'>): void {
    this.#stored.set(segments, new Set(cutManifest(segments).parts.keys()));
  }

  async #read(source: PartSource, { level, nodes }: ManifestTree): Promise<Leaf> {
    const parts: string[] = [];
    let present = nodes;
    for (let at = level; at > 1; at--) {
      const below = await this.#nodes(source, present);
      parts.push(...present.map(({ part }) => part));
      present = below;
    }
    const leaves = await this.#leaves(source, present);
    const entries: SegmentEntry[] = [];
    for (const [at, leaf] of leaves.entries()) {
      const { part, segments, records } = present[at]!;
      const live = totalLiveCount(leaf.entries);
      requireSize({ segments, records }, { segments: leaf.entries.length, records: live });
      parts.push(part, ...leaf.parts);
      for (const entry of leaf.entries) entries.push(entry);
    }
    return { entries, parts };
  }

  /** The child nodes of these nodes, in order. */
  async #nodes(source: PartSource, refs: readonly NodeRef[]): Promise<NodeRef[]> {
    const found = await this.#contents(source, refs, (missing) =>
      missing.map(([hash, bytes]) => {
        const below = { nodes: decodeNodes(bytes) };
        this.#cache.set(hash, below, { size: bytes.length });
        return [hash, below] as const;
      }),
    );
    return refs.flatMap(({ part, segments, records }) => {
      const { nodes } = found.get(part) as { nodes: NodeRef[] };
      const sum = (name: 'segments' | 'records') => nodes.reduce((all, node) => all + node[name], 0);
      requireSize({ segments, records }, { segments: sum('segments'), records: sum('records') });
      return nodes;
    });
  }

  /** The leaves of these names, in order. */
  async #leaves(source: PartSource, refs: readonly NodeRef[]): Promise<Leaf[]> {
    const found = await this.#contents(source, refs, async (missing) => {
      const listed = missing.map(([, bytes]) => decodeLeaf(bytes));
      const complete = await this.#entries(source, listed.flat());
      return missing.map(([hash, bytes], at) => {
        const own = complete.splice(0, listed[at]!.length);
        const leaf = {
          entries: own.map(({ entry }) => entry),
          parts: own.flatMap(({ parts }) => parts),
        };
        this.#cache.set(hash, leaf, { size: bytes.length });
        return [hash, leaf] as const;
      });
    });
    return refs.map(({ part }) => found.get(part) as Leaf);
  }

  /** Cached contents, and those of missing parts, which are fetched at once. */
  async #contents(
    source: PartSource,
    refs: readonly NodeRef[],
    decode: (
      missing: [string, Uint8Array][],
    ) => (readonly [string, Contents])[] | Promise<(readonly [string, Contents])[]>,
  ): Promise<Map<string, Contents>> {
    const found = new Map<string, Contents>();
    const missing = new Set<string>();
    for (const { part } of refs) {
      const cached = this.#cache.get(part);
      if (cached) found.set(part, cached);
      else missing.add(part);
    }
    const fetched = await fetchParts(this.#upstream, source, [...missing]);
    for (const [hash, contents] of await decode([...fetched])) found.set(hash, contents);
    return found;
  }

  /** Entries with the lists that are in parts, and the names of these parts. */
  async #entries(
    source: PartSource,
    listed: readonly ListedEntry[],
  ): Promise<{ entry: SegmentEntry; parts: string[] }[]> {
    const ranges = await this.#ranges(source, listed);
    const ordinals = await fetchParts(this.#upstream, source, listed.flatMap(ordinalParts));
    return listed.map((item) => {
      const { range_index, deleted_part, unreadable_part, versions_part, ranges: own = [], ...rest } = item;
      const { ranges: all, parts } = ranges.get(range_index ?? '') ?? { ranges: own, parts: [] };
      if (rest.records !== all.reduce((sum, { count }) => sum + count, 0))
        throw new PartRefused(`Segment ${rest.id} and its ranges have different numbers of records.`);
      const ordinalsIn = ({ part }: { part: string }) => decodeOrdinals(ordinals.get(part)!, rest.id);
      const entry = {
        ...rest,
        ranges: all,
        ...(deleted_part && { deleted: ordinalsIn(deleted_part) }),
        ...(unreadable_part && { unreadable: ordinalsIn(unreadable_part) }),
        ...(versions_part && { versions: decodeVersions(ordinals.get(versions_part.part)!, rest.id) }),
      };
      return { entry, parts: [...parts, ...ordinalParts(item)] };
    });
  }

  /** The ranges of segments that have them in parts, by the name of their index. */
  async #ranges(source: PartSource, listed: readonly ListedEntry[]): Promise<Map<string, Ranges>> {
    const found = new Map<string, Ranges>();
    const missing = new Map<string, string>();
    for (const { id, range_index } of listed) {
      if (range_index === undefined) continue;
      const cached = this.#cache.get(range_index);
      if (cached) found.set(range_index, cached as Ranges);
      else missing.set(range_index, id);
    }
    const fetched = await fetchParts(this.#upstream, source, [...missing.keys()]);
    const indexes = Array.from(missing, ([hash, id]): [string, string, RangeIndex] => {
      return [hash, id, decodeRangeIndex(fetched.get(hash)!, id)];
    });
    const parts = await fetchParts(
      this.#upstream,
      source,
      indexes.flatMap(([, , index]) => index.map(([part]) => part)),
    );
    for (const [hash, id, index] of indexes) {
      const ranges: RecordRange[] = [];
      let size = fetched.get(hash)!.length;
      for (const [part] of index) {
        for (const range of decodeRangePart(parts.get(part)!, id)) ranges.push(range);
        size += parts.get(part)!.length;
      }
      const contents = { ranges, parts: [hash, ...index.map(([part]) => part)] };
      this.#cache.set(hash, contents, { size });
      found.set(hash, contents);
    }
    return found;
  }
}

/** The parts with an entry's lists of ordinals. */
const ordinalParts = ({ deleted_part, unreadable_part, versions_part }: ListedEntry): string[] =>
  [deleted_part?.part, unreadable_part?.part, versions_part?.part].filter((part) => part !== undefined);

function requireSize(
  stated: { segments: number; records: number },
  { segments, records }: { segments: number; records: number },
): void {
  if (stated.segments !== segments || stated.records !== records)
    throw new PartRefused('A part does not have the numbers of segments and records that the list states.');
}
