/** Makes the index of a segment anew from its records, where the one that the service stores is damaged. */
import { envelopeBytes } from '@cloakroom/wire/envelope.ts';
import { readDecimal } from '@cloakroom/contract/decimal.ts';
import { lastStep, stepOf, type Field } from '@cloakroom/contract/fields.ts';
import { liveRanges } from '@cloakroom/contract/liveRecords.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { RecordRange, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { fieldSets, type FieldSets } from '../crypto/fieldSet.ts';
import { fieldSealer } from '../crypto/value.ts';
import { textKeysOf } from '../textKeys.ts';
import { joinedRanges, recordsIn } from '../recordRanges.ts';
import { SegmentPacker, type SealedSegment } from '../segment.ts';
import { sortedRun } from '../sortedRun.ts';

export type RebuildSource = {
  schema: string;
  fields: readonly Field[];
  /** The keys of the entry's generation: for searching, and of each field in their order. */
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

/** Reads sealed records by upload and number; leaves out those that are missing. */
export type ReadRecords = (records: [string, number][]) => Promise<SealedRecord[]>;

/** Records that one call asks for. */
const recordsPerRead = 1_000;
/** Bytes of keys that are held at once. A larger segment is read several times, some fields each time. */
const maxColumnBytes = 256 * 1024 * 1024;

/**
 * Rebuilds a segment's index. A value that is missing or is not what was sealed is left out, and its record is named in
 * `unreadable`; the other values of that record are indexed. Where records carry field-set tags, a value that was taken away
 * counts as missing.
 */
export async function rebuildSegment(source: RebuildSource, read: ReadRecords): Promise<Rebuilt> {
  const { schema, id, queryKey, fields, entry } = source;
  const { generation, field_sets } = entry;
  const names = fields.map(({ name }) => name);
  const isWhole = wholeRecords(names, field_sets && fieldSets(queryKey, { schema, generation, names }));
  const ranges = joinedRanges(liveRanges(entry));
  const records = recordsIn(ranges);
  const packer = new SegmentPacker({ id, queryKey, fields, ranges });
  const unreadable = new Set<number>();
  const fieldsAtOnce = Math.max(1, Math.floor(maxColumnBytes / (8 * records)));
  for (let first = 0; first < fields.length; first += fieldsAtOnce) {
    const columns = columnsOf(source, first, Math.min(fields.length, first + fieldsAtOnce), records);
    await fill(columns, ranges, read, { isWhole, unreadable });
    for (const { keys } of columns) packer.add(sortedRun(keys));
  }
  return { segment: packer.seal(), unreadable: stretchesOf([...unreadable]) };
}

/** A field's keys by ordinal, NaN where there is none, and the way from a sealed value to its key. */
type Column = {
  name: string;
  keys: Float64Array;
  keyOf: (record: Uint8Array, sealed: string) => number | null;
};

function columnsOf(
  { schema, fields, fieldKeys, queryKey, entry }: RebuildSource,
  first: number,
  end: number,
  records: number,
): Column[] {
  return fields.slice(first, end).map((field, at) => {
    const { name } = field;
    const sealer = fieldSealer(fieldKeys[first + at]!, { schema, field: name, generation: entry.generation });
    const keyword = textKeysOf(queryKey, name);
    const keyOf = (record: Uint8Array, sealed: string): number | null => {
      try {
        const { type, text } = sealer.open(record, envelopeBytes(sealed));
        if (field.type === 'string') return type === 's' ? keyword(text) : null;
        const decimal = type === 'n' ? readDecimal(text) : null;
        const { step, exact } = decimal ? stepOf(field, decimal) : { step: -1n, exact: false };
        return exact && step >= 0n && step <= lastStep(field) ? Number(step) : null;
      } catch {
        return null;
      }
    };
    return { name, keys: new Float64Array(records).fill(NaN), keyOf };
  });
}

/** Whether a record has the values that it was sealed with, as far as its field-set tag says so. */
type IsWhole = (id: Uint8Array, record: SealedRecord) => boolean;

const wholeRecords =
  (names: readonly string[], sets: FieldSets | undefined): IsWhole =>
  (id, { data, field_set = '' }) => {
    if (!sets) return true;
    const present = [...names.keys()].filter((field) => Object.hasOwn(data, names[field]!));
    return sets.fits(id, present, field_set);
  };

async function fill(
  columns: readonly Column[],
  ranges: readonly RecordRange[],
  read: ReadRecords,
  { isWhole, unreadable }: { isWhole: IsWhole; unreadable: Set<number> },
): Promise<void> {
  let ordinal = 0;
  for (const portion of portionsOf(ranges)) {
    const found = new Map((await read(portion)).map((record) => [record.id, record]));
    for (const [upload, number] of portion) {
      const bytes = recordBytes(upload, number);
      const record = found.get(recordId(bytes.subarray(0, 12), number));
      if (!record || !isWhole(bytes, record)) unreadable.add(ordinal);
      for (const { name, keys, keyOf } of record ? columns : []) {
        if (!Object.hasOwn(record!.data, name)) continue;
        const key = keyOf(bytes, record!.data[name]!);
        if (key === null) unreadable.add(ordinal);
        else keys[ordinal] = key;
      }
      ordinal++;
    }
  }
}

/** The records of some ranges, in portions of one call each. */
function* portionsOf(ranges: readonly RecordRange[]): Generator<[string, number][], undefined> {
  let portion: [string, number][] = [];
  for (const { upload, first, count } of ranges)
    for (let number = first; number < first + count; number++) {
      portion.push([upload, number]);
      if (portion.length < recordsPerRead) continue;
      yield portion;
      portion = [];
    }
  if (portion.length > 0) yield portion;
}

/** The 16 bytes of a record's id: its upload's 12, and its number. */
function recordBytes(upload: string, number: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write(upload, 'hex');
  bytes.writeUInt32BE(number, 12);
  return bytes;
}

function stretchesOf(ordinals: number[]): [number, number][] {
  const unreadableRanges: [number, number][] = [];
  for (const ordinal of ordinals.sort((a, b) => a - b)) {
    const last = unreadableRanges.at(-1);
    if (last && last[0] + last[1] === ordinal) last[1]++;
    else unreadableRanges.push([ordinal, 1]);
  }
  return unreadableRanges;
}
