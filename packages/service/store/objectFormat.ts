/**
 * The bytes of an object, big-endian. Blocks and groups begin with a table, from which the place of an item follows.
 *
 * Blocks: `CRB1`, count u32, labels (8 bytes each, ascending), blocks (1,024 bytes each, in the order of the labels).
 *
 * Groups: `CRG1`, count u32, upload 12 bytes, number of the first group u32, the length of each group (u32; 0 where the group
 * was deleted), groups.
 *
 * Parts have no table: they follow each other, and the rows of `manifest_parts` have the place of each.
 */
import { blockBytes, labelBytes } from '@cloakroom/contract/segments.ts';

/** The kinds of objects with a table. */
export type TableKind = 'blocks' | 'groups';
export type ObjectKind = TableKind | 'parts';
/** A range of an object's bytes. */
export type ByteRange = { at: number; length: number };

const magics: Record<TableKind, string> = { blocks: 'CRB1', groups: 'CRG1' };
const blocksHeadBytes = 8;
const groupsHeadBytes = 24;
const lengthBytes = 4;

/** The length of the table of an object with this number of items. */
export const tableBytes = (kind: TableKind, items: number): number =>
  kind === 'blocks' ? blocksHeadBytes + items * labelBytes : groupsHeadBytes + items * lengthBytes;

/** The table of an object with blocks under these labels. */
export function blocksTable(labels: Uint8Array): Buffer {
  const head = Buffer.alloc(blocksHeadBytes);
  head.write(magics.blocks, 'latin1');
  head.writeUInt32BE(labels.length / labelBytes, 4);
  return Buffer.concat([head, labels]);
}

/** The table of an object with groups of these lengths. */
export function groupsTable(upload: Uint8Array, first: number, lengths: readonly number[]): Buffer {
  const table = Buffer.alloc(tableBytes('groups', lengths.length));
  table.write(magics.groups, 'latin1');
  table.writeUInt32BE(lengths.length, 4);
  table.set(upload, 8);
  table.writeUInt32BE(first, 20);
  for (const [at, length] of lengths.entries())
    table.writeUInt32BE(length, groupsHeadBytes + at * lengthBytes);
  return table;
}

/** Finds the items of an object. */
export type ObjectTable = {
  /** The bytes that the table takes in memory. */
  size: number;
  /** The place of the block with this label; undefined if there is none. */
  block: (label: Buffer) => ByteRange | undefined;
  /** The place of a group, by its number in the object; undefined if it was deleted. */
  group: (index: number) => ByteRange | undefined;
};

/**
 * Reads the table of an object.
 * @param expected - what the metadata say of the object.
 * @throws {RangeError} if it is the table of another object, or damaged.
 */
export function readTable(
  table: Buffer,
  { kind, items, bytes }: { kind: TableKind; items: number; bytes: number },
): ObjectTable {
  if (table.length !== tableBytes(kind, items)) throw new RangeError('The table of an object is cut.');
  if (table.toString('latin1', 0, 4) !== magics[kind] || table.readUInt32BE(4) !== items)
    throw new RangeError('This is not the table of the object.');
  return kind === 'blocks' ? blocksIn(table, items, bytes) : groupsIn(table, items, bytes);
}

function blocksIn(table: Buffer, items: number, bytes: number): ObjectTable {
  if (bytes !== table.length + items * blockBytes) throw new RangeError('An object has another length.');
  const compareAt = (label: Buffer, index: number) => {
    const at = blocksHeadBytes + index * labelBytes;
    return label.compare(table, at, at + labelBytes);
  };
  return {
    size: table.length,
    group: () => undefined,
    block(label) {
      let [low, high] = [0, items];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const order = compareAt(label, middle);
        if (order === 0) return { at: table.length + middle * blockBytes, length: blockBytes };
        if (order > 0) low = middle + 1;
        else high = middle;
      }
      return undefined;
    },
  };
}

function groupsIn(table: Buffer, items: number, bytes: number): ObjectTable {
  const ends = new Float64Array(items);
  let end = table.length;
  for (let index = 0; index < items; index++) {
    end += table.readUInt32BE(groupsHeadBytes + index * lengthBytes);
    ends[index] = end;
  }
  if (end !== bytes) throw new RangeError('An object has another length.');
  return {
    size: ends.byteLength,
    block: () => undefined,
    group(index) {
      const until = ends[index];
      if (until === undefined) return undefined;
      const at = index === 0 ? table.length : ends[index - 1]!;
      return until > at ? { at, length: until - at } : undefined;
    },
  };
}
