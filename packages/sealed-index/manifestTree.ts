/**
 * Cuts a list of segments into parts. Short lists stay whole. The cuts follow from the ids of the segments, so equal lists
 * give equal parts, and a change of few segments changes few parts, wherever it is.
 */
import { createHash } from 'node:crypto';
import { totalLiveCount } from '@cloakroom/contract/liveRecords.ts';
import { maxRangesPerPart, type ListedEntry, type RangeIndex } from '@cloakroom/contract/manifestParts.ts';
import type { ManifestTree, NodeRef } from '@cloakroom/contract/manifestTree.ts';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import {
  encodeLeaf,
  encodeNodes,
  encodeOrdinals,
  encodeRangeIndex,
  encodeRangePart,
  encodeVersions,
  type OrdinalRange,
} from '@cloakroom/wire/manifestParts.ts';

/** A list stays whole up to these numbers of segments, and of ranges of records and ordinals and new versions in all entries. */
const wholeListLimits = { segments: 32, ranges: 64 };
/** The largest number of ranges or new versions in an entry itself. */
const maxOwnRanges = 32;
/** A leaf ends with a segment whose id begins with a byte below `end`; on average after 32. */
const leafEnd = { end: 8, max: 128 };
/** A node of the levels above ends with a node whose hash begins with a byte below `end`; on average after 64. */
const nodeEnd = { end: 4, max: 256 };
/** The largest number of signed references. */
const maxTopNodes = 64;

/** Bytes of parts by their hashes in hex. */
export type Parts = ReadonlyMap<string, Uint8Array>;

/** A list of segments as it is signed, and the parts that it names. */
export type CutManifest = {
  list: { segments: readonly SegmentEntry[] } | { tree: ManifestTree };
  parts: Parts;
};

type ListedPart = { hash: string; bytes: Uint8Array };
type EncodedEntry = { entry: ListedEntry; parts: readonly ListedPart[] };
type EncodedRanges = { segment: string; index: string; parts: readonly ListedPart[] };
type EncodedNode = { ref: NodeRef; part: ListedPart; beneath: readonly ListedPart[] };

// A list differs from the previous one in few entries, so encoded parts are cached.
const cutLists = new WeakMap<readonly SegmentEntry[], CutManifest>();
const encodedEntries = new WeakMap<SegmentEntry, EncodedEntry>();
const encodedRanges = new WeakMap<SegmentEntry['ranges'], EncodedRanges>();
const encodedLeaves = new WeakMap<SegmentEntry, { entries: readonly SegmentEntry[]; node: EncodedNode }>();

/** SHA-256 of a part, in hex. */
export const partHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const partOf = (bytes: Uint8Array): ListedPart => ({ hash: partHash(bytes), bytes });

/** Cuts a list into parts. The list and its entries must not be changed afterwards. */
export function cutManifest(segments: readonly SegmentEntry[]): CutManifest {
  const cached = cutLists.get(segments);
  if (cached) return cached;
  const cut = isShort(segments) ? { list: { segments }, parts: new Map() } : treeOf(segments);
  cutLists.set(segments, cut);
  return cut;
}

function isShort(segments: readonly SegmentEntry[]): boolean {
  if (segments.length > wholeListLimits.segments) return false;
  const ranges = segments.reduce(
    (sum, { ranges: own, deleted, unreadable, versions }) =>
      sum + own.length + (deleted?.length ?? 0) + (unreadable?.length ?? 0) + (versions?.length ?? 0),
    0,
  );
  return ranges <= wholeListLimits.ranges;
}

function treeOf(segments: readonly SegmentEntry[]): CutManifest {
  const parts = new Map<string, Uint8Array>();
  const add = ({ hash, bytes }: ListedPart) => parts.set(hash, bytes);
  const leaves = runsOf(segments, leafEnd, ({ id }) => id).map(leafOf);
  for (const { part, beneath } of leaves) {
    beneath.forEach(add);
    add(part);
  }
  let nodes = leaves.map(({ ref }) => ref);
  let level = 1;
  for (; nodes.length > maxTopNodes; level++)
    nodes = runsOf(nodes, nodeEnd, ({ part }) => part).map((refs) => {
      const part = partOf(encodeNodes(refs));
      add(part);
      return { part: part.hash, ...sizeOf(refs) };
    });
  return { list: { tree: { level, nodes } }, parts };
}

/** Cuts a list after each item whose name begins with a low byte, and after the longest allowed run. */
function runsOf<Item>(
  items: readonly Item[],
  { end, max }: { end: number; max: number },
  nameOf: (item: Item) => string,
): Item[][] {
  const runs: Item[][] = [];
  let run: Item[] = [];
  for (const item of items) {
    run.push(item);
    if (Number.parseInt(nameOf(item).slice(0, 2), 16) >= end && run.length < max) continue;
    runs.push(run);
    run = [];
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

const sizeOf = (refs: readonly Pick<NodeRef, 'segments' | 'records'>[]) => ({
  segments: refs.reduce((sum, { segments }) => sum + segments, 0),
  records: refs.reduce((sum, { records }) => sum + records, 0),
});

function leafOf(entries: readonly SegmentEntry[]): EncodedNode {
  const cached = encodedLeaves.get(entries[0]!);
  const isSame =
    cached?.entries.length === entries.length && cached.entries.every((entry, at) => entry === entries[at]);
  if (isSame) return cached.node;
  const encoded = entries.map(encodedEntry);
  const part = partOf(encodeLeaf(encoded.map(({ entry }) => entry)));
  const records = totalLiveCount(entries);
  const ref = { part: part.hash, segments: entries.length, records };
  const node = { ref, part, beneath: encoded.flatMap(({ parts }) => parts) };
  encodedLeaves.set(entries[0]!, { entries, node });
  return node;
}

function encodedEntry(segment: SegmentEntry): EncodedEntry {
  const cached = encodedEntries.get(segment);
  if (cached) return cached;
  const { ranges, deleted, unreadable, versions, ...rest } = segment;
  const parts: ListedPart[] = [];
  const ordinalsOf = (list: readonly OrdinalRange[]) => {
    const part = partOf(encodeOrdinals(segment.id, list));
    parts.push(part);
    return { part: part.hash, records: list.reduce((sum, [, count]) => sum + count, 0) };
  };
  const entry: ListedEntry = { ...rest };
  if (ranges.length <= maxOwnRanges) entry.ranges = ranges;
  else {
    const encoded = rangesOf(segment);
    parts.push(...encoded.parts);
    entry.range_index = encoded.index;
  }
  if (deleted && deleted.length > maxOwnRanges) entry.deleted_part = ordinalsOf(deleted);
  else if (deleted) entry.deleted = deleted;
  if (unreadable && unreadable.length > maxOwnRanges) entry.unreadable_part = ordinalsOf(unreadable);
  else if (unreadable) entry.unreadable = unreadable;
  if (versions && versions.length > maxOwnRanges) {
    const part = partOf(encodeVersions(segment.id, versions));
    parts.push(part);
    entry.versions_part = { part: part.hash, records: versions.length };
  } else if (versions) entry.versions = versions;
  const encoded = { entry, parts };
  encodedEntries.set(segment, encoded);
  return encoded;
}

function rangesOf({ id, ranges }: SegmentEntry): EncodedRanges {
  const cached = encodedRanges.get(ranges);
  if (cached?.segment === id) return cached;
  const parts: ListedPart[] = [];
  const index: RangeIndex = [];
  for (let from = 0; from < ranges.length; from += maxRangesPerPart) {
    const chunk = ranges.slice(from, from + maxRangesPerPart);
    const part = partOf(encodeRangePart(id, chunk));
    parts.push(part);
    index.push([part.hash, chunk.length, chunk.reduce((sum, { count }) => sum + count, 0)]);
  }
  const indexPart = partOf(encodeRangeIndex(id, index));
  parts.push(indexPart);
  const encoded = { segment: id, index: indexPart.hash, parts };
  encodedRanges.set(ranges, encoded);
  return encoded;
}
