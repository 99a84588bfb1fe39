/** Rebuilds a segment's index from its records if the stored one is damaged. */
import { envelopeBytes } from '@cloakroom/wire/envelope.ts';
import { readDecimal } from '@cloakroom/contract/decimal.ts';
import { lastStep, stepOf, type Field } from '@cloakroom/contract/fields.ts';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import {
  groupNumberOf,
  recordsPerGroup,
  type RecordRange,
  type SegmentEntry,
} from '@cloakroom/contract/segments.ts';
import type { SealedGroup } from '@cloakroom/wire/recordGroup.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { fieldSets, type FieldSets } from '../crypto/fieldSet.ts';
import type { Value } from '../crypto/plaintext.ts';
import { groupFieldOpener, type GroupFieldOpener } from '../crypto/recordGroup.ts';
import { fieldSealer } from '../crypto/value.ts';
import { textKeysOf } from '../textKeys.ts';
import { joinedRanges, recordsIn } from '../recordRanges.ts';
import { SegmentPacker, type SealedSegment } from '../segment.ts';
import { sortedRun } from '../sortedRun.ts';

export type RebuildSource = {
  schema: string;
  fields: readonly Field[];
  /** The keys of the entry's generation: the query key, and those of the fields in their order. */
  queryKey: Uint8Array;
  fieldKeys: readonly Uint8Array[];
  /** 16 random bytes, never used before. */
  id: Uint8Array;
  /** The segment whose index is damaged. */
  entry: SegmentEntry;
};

export type Rebuilt = {
  segment: SealedSegment;
  /** Records with a value that could not be read, as ranges of the new segment's ordinals. */
  unreadable: [first: number, count: number][];
};

/** Reads what the service stores. */
export type StoredRecords = {
  /** Sealed records by upload and number; leaves out those that are missing. */
  records: (records: [string, number][]) => Promise<SealedRecord[]>;
  /** Sealed groups of records by upload and number of the group; null for missing and damaged ones. */
  groups: (groups: [string, number][]) => Promise<(SealedGroup | null)[]>;
};

/** The number of records in one call. */
const recordsPerRead = 1_000;
/** The size of the keys in memory. A larger segment is read several times, for some fields each time. */
const maxColumnBytes = 256 * 1024 * 1024;

/**
 * Rebuilds a segment's index. A value that is missing or was changed is left out, and its record is named in
 * `unreadable`; the other values of that record are indexed. If records carry field-set tags, a removed value
 * counts as missing.
 */
export async function rebuildSegment(source: RebuildSource, stored: StoredRecords): Promise<Rebuilt> {
  const { schema, id, queryKey, fields, entry } = source;
  const { generation, field_sets, group_records } = entry;
  const names = fields.map(({ name }) => name);
  const isWhole = wholeRecords(names, field_sets && fieldSets(queryKey, { schema, generation, names }));
  const ranges = joinedRanges(liveRanges(entry));
  const records = recordsIn(ranges);
  const packer = new SegmentPacker({ id, queryKey, fields, ranges });
  const unreadable = new Set<number>();
  const fieldsAtOnce = Math.max(1, Math.floor(maxColumnBytes / (8 * records)));
  for (let first = 0; first < fields.length; first += fieldsAtOnce) {
    const columns = columnsOf(source, first, Math.min(fields.length, first + fieldsAtOnce), records);
    if (group_records) await fillFromGroups(columns, ranges, stored.groups, unreadable);
    else await fill(columns, ranges, stored.records, { isWhole, unreadable });
    for (const { keys } of columns) packer.add(sortedRun(keys));
  }
  return { segment: packer.seal(), unreadable: joinedOrdinals([...unreadable]) };
}

/** A field's keys by ordinal, NaN for none, and how a sealed value is converted to its key. */
export type Column = {
  name: string;
  /** The field's number in the schema. */
  number: number;
  keys: Float64Array;
  /** The key of a value; null if the value doesn't fit the field. */
  keyOf: (value: Value) => number | null;
  /** Opens a value that was sealed by itself. @throws if it can't be opened. */
  open: (record: Uint8Array, sealed: string) => Value;
  /** Opens the values of groups. */
  groups: GroupFieldOpener;
};

export function columnsOf(
  {
    schema,
    fields,
    fieldKeys,
    queryKey,
    entry,
  }: Pick<RebuildSource, 'schema' | 'fields' | 'fieldKeys' | 'queryKey' | 'entry'>,
  first: number,
  end: number,
  records: number,
): Column[] {
  const context = { schema, generation: entry.generation };
  return fields.slice(first, end).map((field, at) => {
    const { name } = field;
    const number = first + at;
    const key = fieldKeys[number]!;
    const sealer = fieldSealer(key, { ...context, field: name });
    const textKeyOf = textKeysOf(queryKey, name);
    const keyOf = ({ type, text }: Value): number | null => {
      if (field.type === 'string') return type === 's' ? textKeyOf(text) : null;
      const decimal = type === 'n' ? readDecimal(text) : null;
      const { step, exact } = decimal ? stepOf(field, decimal) : { step: -1n, exact: false };
      return exact && step >= 0n && step <= lastStep(field) ? Number(step) : null;
    };
    return {
      name,
      number,
      keys: new Float64Array(records).fill(NaN),
      keyOf,
      open: (record, sealed) => sealer.open(record, envelopeBytes(sealed)),
      groups: groupFieldOpener(context, { name, key }),
    };
  });
}

/** What a function returns, or null if it throws. */
export function orNull<Result>(compute: () => Result): Result | null {
  try {
    return compute();
  } catch {
    return null;
  }
}

/** Whether a record has the values that it was sealed with, as far as its field-set tag proves it. */
type IsWhole = (id: Uint8Array, record: SealedRecord) => boolean;

export const wholeRecords =
  (names: readonly string[], sets: FieldSets | undefined): IsWhole =>
  (id, { data, field_set = '' }) => {
    if (!sets) return true;
    const present = [...names.keys()].filter((field) => Object.hasOwn(data, names[field]!));
    return sets.fits(id, present, field_set);
  };

async function fill(
  columns: readonly Column[],
  ranges: readonly RecordRange[],
  read: StoredRecords['records'],
  { isWhole, unreadable }: { isWhole: IsWhole; unreadable: Set<number> },
): Promise<void> {
  let ordinal = 0;
  for (const batch of batchesOf(ranges)) {
    const found = new Map((await read(batch)).map((record) => [record.id, record]));
    for (const [upload, number] of batch) {
      const bytes = recordBytes(upload, number);
      const record = found.get(recordId(bytes.subarray(0, 12), number));
      if (!record || !isWhole(bytes, record)) unreadable.add(ordinal);
      for (const { name, keys, keyOf, open } of record ? columns : []) {
        if (!Object.hasOwn(record!.data, name)) continue;
        const key = orNull(() => keyOf(open(bytes, record!.data[name]!)));
        if (key === null) unreadable.add(ordinal);
        else keys[ordinal] = key;
      }
      ordinal++;
    }
  }
}

/** Fills columns from the groups of the ranges. A field of a group that can't be opened makes its records unreadable. */
async function fillFromGroups(
  columns: readonly Column[],
  ranges: readonly RecordRange[],
  read: StoredRecords['groups'],
  unreadable: Set<number>,
): Promise<void> {
  let ordinal = 0;
  for (const batch of batchesOf(ranges)) {
    const addresses = new Map(
      batch.map(([upload, number]): [string, [string, number]] => {
        const group = groupNumberOf(number);
        return [`${upload} ${group}`, [upload, group]];
      }),
    );
    const found = await read([...addresses.values()]);
    const opened = new Map(
      Array.from(addresses, ([name, [upload, group]], at) => {
        const address = { upload: Buffer.from(upload, 'hex'), group };
        const sealed = found[at];
        return [name, columns.map((column) => sealed && column.groups.open(address, sealed, column.number))];
      }),
    );
    for (const [upload, number] of batch) {
      const values = opened.get(`${upload} ${groupNumberOf(number)}`)!;
      for (const [at, { keys, keyOf }] of columns.entries()) {
        const valueAt = values[at];
        const value = valueAt?.(number % recordsPerGroup);
        const key = value ? keyOf(value) : null;
        if (!valueAt || (value && key === null)) unreadable.add(ordinal);
        else if (key !== null) keys[ordinal] = key;
      }
      ordinal++;
    }
  }
}

/** The records of some ranges, in batches of one call each. */
export function* batchesOf(ranges: readonly RecordRange[]): Generator<[string, number][], undefined> {
  let batch: [string, number][] = [];
  for (const { upload, first, count } of ranges)
    for (let number = first; number < first + count; number++) {
      batch.push([upload, number]);
      if (batch.length < recordsPerRead) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

/** The 16 bytes of a record's id: its upload's 12, and its number. */
export function recordBytes(upload: string, number: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write(upload, 'hex');
  bytes.writeUInt32BE(number, 12);
  return bytes;
}

function joinedOrdinals(ordinals: number[]): [number, number][] {
  const unreadableRanges: [number, number][] = [];
  for (const ordinal of ordinals.sort((a, b) => a - b)) {
    const last = unreadableRanges.at(-1);
    if (last && last[0] + last[1] === ordinal) last[1]++;
    else unreadableRanges.push([ordinal, 1]);
  }
  return unreadableRanges;
}
