/** Seals in groups the records that earlier versions sealed one by one, and builds their index. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { groupNumberOf, recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import { fieldSets } from '../crypto/fieldSet.ts';
import type { Values } from '../crypto/groupPlaintext.ts';
import { groupSealer } from '../crypto/recordGroup.ts';
import { buildSegment, type SealedSegment } from '../segment.ts';
import type { RegroupedSpan } from './chooseRegrouping.ts';
import {
  columnsOf,
  orNull,
  batchesOf,
  recordBytes,
  wholeRecords,
  type RebuildSource,
  type StoredRecords,
} from './rebuildSegment.ts';

/** A segment as it is stored: its index, and its records in groups. `values` counts the values of each field. */
export type Regrouped = { segment: SealedSegment; groups: Uint8Array[]; values: number[] };

/** The packed segment, its keys, and the records that become the segment with the new id. */
export type RegroupSource = RebuildSource & { span: RegroupedSpan };

/**
 * Seals the records of one span in groups. Deleted records have no values.
 * @throws {UnreadableRecord} if a record is missing, has lost a value, or has one that can't be opened: no record may be left out.
 */
export async function regroupRecords(
  source: RegroupSource,
  read: StoredRecords['records'],
): Promise<Regrouped> {
  const { schema, id, queryKey, fields, fieldKeys, entry, span } = source;
  const { upload, first, count } = span;
  const { generation, field_sets } = entry;
  const names = fields.map(({ name }) => name);
  const isWhole = wholeRecords(names, field_sets && fieldSets(queryKey, { schema, generation, names }));
  const columns = columnsOf(source, 0, fields.length, count);
  const records: Values[] = Array.from({ length: count }, () => []);

  for (const batch of batchesOf(span.live)) {
    const found = new Map((await read(batch)).map((record) => [record.id, record]));
    for (const [, number] of batch) {
      const bytes = recordBytes(upload, number);
      const recordName = recordId(bytes.subarray(0, 12), number);
      const record = found.get(recordName);
      if (!record || !isWhole(bytes, record)) throw new UnreadableRecord(`The record ${recordName}`);
      records[number - first] = valuesOf(record, bytes, number - first);
    }
  }

  function valuesOf(record: SealedRecord, bytes: Uint8Array, ordinal: number): Values {
    return columns.map(({ name, keys, keyOf, open }) => {
      if (!Object.hasOwn(record.data, name)) return undefined;
      const value = orNull(() => open(bytes, record.data[name]!));
      const key = value && keyOf(value);
      if (value === null || key === null) throw new UnreadableRecord(`The record ${record.id}`);
      keys[ordinal] = key;
      return value;
    });
  }

  const keyedFields = fields.map(({ name }, number) => ({ name, key: fieldKeys[number]! }));
  const sealer = groupSealer({ queryKey, schema, generation }, keyedFields);
  const groups: Uint8Array[] = [];
  for (let at = 0; at < count; at += recordsPerGroup)
    groups.push(
      sealer.seal(
        { upload: Buffer.from(upload, 'hex'), group: groupNumberOf(first + at) },
        records.slice(at, at + recordsPerGroup),
      ),
    );
  const segment = buildSegment(
    { id, queryKey, fields, ranges: [{ upload, first, count }] },
    columns.map(({ keys }) => keys),
  );
  return {
    segment,
    groups,
    values: columns.map(({ keys }) => keys.filter((key) => !Number.isNaN(key)).length),
  };
}

/**
 * Requires that the records of a segment without field-set tags have as many values of each field as its index has.
 * @throws {UnreadableRecord} if the numbers differ: the service has left some out.
 */
export function requireAllValues(
  { fields, runs }: { fields: readonly Field[]; runs: readonly { entries: number }[] },
  parts: readonly Pick<Regrouped, 'values'>[],
): void {
  for (const [at, { name }] of fields.entries()) {
    const found = parts.reduce((sum, { values }) => sum + values[at]!, 0);
    if (found !== runs[at]!.entries) throw new UnreadableRecord(`A value of the field "${name}"`);
  }
}

/** A record that can't be sealed again as it was. */
export class UnreadableRecord extends Error {
  readonly what: string;
  /** @param what - the record, or which of its values. */
  constructor(what: string) {
    super(`${what} can’t be read as it was stored, so the segment stays as it is.`);
    this.what = what;
  }
}
