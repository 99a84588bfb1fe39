/** Manifests in parts with small nodes, so that few segments form a tree. */
import { createHash, randomBytes } from 'node:crypto';
import { liveCount } from '@cloakroom/contract/liveRecords.ts';
import type { ListedEntry } from '@cloakroom/contract/manifestParts.ts';
import type { ManifestTree, NodeRef } from '@cloakroom/contract/manifestTree.ts';
import type { Manifest, SegmentEntry, SignedManifest } from '@cloakroom/contract/segments.ts';
import type { Database } from '@cloakroom/service/db/client.ts';
import { completeManifest, currentManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { postgresStore } from '@cloakroom/service/store/openStore.ts';
import {
  encodeLeaf,
  encodeNodes,
  encodeOrdinals,
  encodeRangeIndex,
  encodeRangePart,
} from '@cloakroom/wire/manifestParts.ts';

/** The current manifest of a schema with all its segments, wherever its parts are stored. */
export const wholeManifest = async (database: Database, schema: string): Promise<Manifest> =>
  completeManifest(database, await currentManifest(database, schema), postgresStore(database).parts);

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Parts of a manifest by their hashes. */
export class TestParts {
  readonly bytes = new Map<string, Uint8Array>();

  add(bytes: Uint8Array): string {
    const hash = hashOf(bytes);
    this.bytes.set(hash, bytes);
    return hash;
  }

  /** An entry whose ranges and deleted records are in separate parts, with `rangesPerPart` ranges each. */
  listed({ ranges, deleted, ...entry }: SegmentEntry, rangesPerPart = 2): ListedEntry {
    const runs = Array.from({ length: Math.ceil(ranges.length / rangesPerPart) }, (_, at) =>
      ranges.slice(at * rangesPerPart, (at + 1) * rangesPerPart),
    );
    const index = runs.map((run): [string, number, number] => [
      this.add(encodeRangePart(entry.id, run)),
      run.length,
      run.reduce((sum, { count }) => sum + count, 0),
    ]);
    return {
      ...entry,
      range_index: this.add(encodeRangeIndex(entry.id, index)),
      ...(deleted && {
        deleted_part: {
          part: this.add(encodeOrdinals(entry.id, deleted)),
          records: deleted.reduce((sum, [, count]) => sum + count, 0),
        },
      }),
    };
  }

  leaf(entries: readonly ListedEntry[]): NodeRef {
    const records = entries.reduce(
      (sum, entry) => sum + liveCount(entry) - (entry.deleted_part?.records ?? 0),
      0,
    );
    return { part: this.add(encodeLeaf(entries)), segments: entries.length, records };
  }

  nodes(below: readonly NodeRef[]): NodeRef {
    return {
      part: this.add(encodeNodes(below)),
      segments: below.reduce((sum, { segments }) => sum + segments, 0),
      records: below.reduce((sum, { records }) => sum + records, 0),
    };
  }

  /** A tree whose nodes have two items each. */
  tree(entries: readonly ListedEntry[]): ManifestTree {
    let nodes = pairsOf(entries).map((some) => this.leaf(some));
    let level = 1;
    for (; nodes.length > 2; level++) nodes = pairsOf(nodes).map((some) => this.nodes(some));
    return { level, nodes };
  }
}

const pairsOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / 2) }, (_, at) => items.slice(2 * at, 2 * at + 2));

export type TreeBody = SignedManifest & { new_parts: string[] };

/** The body of a call that publishes the successor of a manifest in parts, without the parts that the service already has. */
export function successorInParts(
  present: SignedManifest,
  parts: TestParts,
  tree: ManifestTree,
  stored: Iterable<string> = [],
): TreeBody {
  const { segments: _, tree: __, ...rest } = present;
  const has = new Set(stored);
  return {
    ...rest,
    version: present.version + 1,
    tree,
    mac: randomBytes(32).toString('hex'),
    new_parts: [...parts.bytes].flatMap(([hash, bytes]) =>
      has.has(hash) ? [] : [Buffer.from(bytes).toString('base64')],
    ),
  };
}
