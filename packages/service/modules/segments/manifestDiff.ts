/** Compares two manifests of a schema. Parts that both name are not read. */
import { isDeepStrictEqual } from 'node:util';
import { liveCount, totalLiveCount } from '@cloakroom/contract/liveRecords.ts';
import type { ListedEntry } from '@cloakroom/contract/manifestParts.ts';
import type { NodeRef } from '@cloakroom/contract/manifestTree.ts';
import type { SignedManifest } from '@cloakroom/contract/segments.ts';
import { decodeLeaf, decodeNodes } from '@cloakroom/wire/manifestParts.ts';
import type { PartReader } from './manifestParts.ts';

/** What two manifests don't have in common. A changed segment has an entry on both sides. */
export type ManifestDiff = {
  removed: ListedEntry[];
  added: ListedEntry[];
  parts: { before: string[]; after: string[] };
};

/** The nodes and entries of a manifest that the other one lacks, as far as they are known. */
type Side = { level: number; nodes: NodeRef[]; entries: ListedEntry[]; parts: string[] };

const sideOf = ({ tree, segments = [] }: SignedManifest): Side => ({
  level: tree?.level ?? 0,
  nodes: tree?.nodes ?? [],
  entries: [...segments],
  parts: [],
});

/** Live records of an entry, some lists of which may be in parts. */
export const listedCount = ({ records, deleted, deleted_part }: ListedEntry): number =>
  deleted_part ? records - deleted_part.records : liveCount({ records, deleted });

/** The number of published records. */
export const recordCount = ({ tree, segments = [] }: SignedManifest): number =>
  tree ? tree.nodes.reduce((sum, { records }) => sum + records, 0) : totalLiveCount(segments);

/** The number of segments. */
export const segmentCount = ({ tree, segments = [] }: SignedManifest): number =>
  tree ? tree.nodes.reduce((sum, node) => sum + node.segments, 0) : segments.length;

/** Whether two manifests state the same list of segments in the same way. */
export const sameList = (one: SignedManifest, other: SignedManifest): boolean =>
  isDeepStrictEqual([one.segments, one.tree], [other.segments, other.tree]);

/**
 * @param refuse - is called with what is wrong with the next manifest.
 * @throws {MissingPart} if a part is not stored. {PartRefused} if it is another part than it should be.
 */
export async function diffManifests(
  present: SignedManifest,
  next: SignedManifest,
  reader: PartReader,
  refuse: (sentence: string) => never,
): Promise<ManifestDiff> {
  const [before, after] = [sideOf(present), sideOf(next)];
  while (before.level > 0 || after.level > 0) {
    const level = Math.max(before.level, after.level);
    if (before.level === after.level)
      [before.nodes, after.nodes] = withoutCommon(before.nodes, after.nodes, nodeKey);
    const open = [before, after].filter((side) => side.level === level);
    await reader.load(open.flatMap(({ nodes }) => nodes.map(({ part }) => part)));
    for (const side of open) expand(side, reader, refuse);
  }
  const [removed, added] = withoutCommon(before.entries, after.entries, ({ id }) => id, isDeepStrictEqual);
  return { removed, added, parts: { before: before.parts, after: after.parts } };
}

const nodeKey = ({ part, segments, records }: NodeRef) => `${part} ${segments} ${records}`;

/** Replaces the nodes of a side by what they name. @throws unless each names as much as the list states. */
function expand(side: Side, reader: PartReader, refuse: (sentence: string) => never): void {
  const { level, nodes } = side;
  const found: NodeRef[] = [];
  for (const { part, segments, records } of nodes) {
    side.parts.push(part);
    const bytes = reader.bytes(part);
    const items = level > 1 ? decodeNodes(bytes) : sizedEntries(decodeLeaf(bytes));
    const size = (name: 'segments' | 'records') => items.reduce((sum, item) => sum + item[name], 0);
    if (size('segments') !== segments || size('records') !== records)
      refuse(`Part ${part} has other numbers of segments and records than the list states.`);
    for (const item of items) {
      if ('entry' in item) side.entries.push(item.entry);
      else found.push(item);
    }
  }
  side.nodes = found;
  side.level = level - 1;
}

const sizedEntries = (entries: ListedEntry[]) =>
  entries.map((entry) => ({ entry, segments: 1, records: listedCount(entry) }));

/** Both lists without the items that they have in common, each as often as the other one has it. */
function withoutCommon<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
  areEqual: (one: Item, other: Item) => boolean = () => true,
): [before: Item[], after: Item[]] {
  const byKey = new Map<string, Item[]>();
  for (const item of before) byKey.set(keyOf(item), [...(byKey.get(keyOf(item)) ?? []), item]);
  const common = new Set<Item>();
  const rest = after.filter((item) => {
    const same = byKey.get(keyOf(item))?.find((other) => !common.has(other) && areEqual(other, item));
    if (same !== undefined) common.add(same);
    return same === undefined;
  });
  return [before.filter((item) => !common.has(item)), rest];
}
