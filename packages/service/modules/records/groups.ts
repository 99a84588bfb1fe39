/** Reads sealed groups of records from their store. */
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { groupNumberOf, recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { groupReference } from '@cloakroom/wire/groupReference.ts';
import { encodeGroupsAnswer } from '@cloakroom/wire/groupsAnswer.ts';
import { decodeGroup } from '@cloakroom/wire/recordGroup.ts';
import type { GroupKey, SegmentStore } from '../../store/segmentStore.ts';
import type { StoredFields } from '../schemas/sealedFields.ts';
import { hasGroupRecord } from '../segments/spans.ts';
import type { GroupState } from './groupState.ts';
import { withoutValues } from './withholding.ts';

type GroupStore = Pick<SegmentStore, 'readGroups'>;

/** A schema, and the fields of its groups with those whose values are replaced by zeros. */
type GroupSource = { schema: string; fieldsOf: StoredFields['ofGroup'] };

/**
 * The bytes of an answer with a portion of a schema's groups.
 * @throws {HttpProblem} 404 if no record of a group is published.
 */
export async function groupsAnswer(
  store: GroupStore,
  { schema, fieldsOf }: GroupSource,
  keys: readonly GroupKey[],
  { published, origins }: Pick<GroupState, 'published' | 'origins'>,
): Promise<Buffer> {
  const isPublished = ([upload, number]: GroupKey) =>
    hasGroupRecord(published.get(upload) ?? [], number * recordsPerGroup);
  if (!keys.every(isPublished)) throw notFound('Record');
  const groups = keys.length > 0 ? await store.readGroups(schema, keys) : [];
  const readable = groups.map((group) => {
    if (!group) return undefined;
    const { names, withheld } = fieldsOf(group);
    return withoutValues(group, names.length, withheld);
  });
  return Buffer.from(encodeGroupsAnswer(JSON.stringify(origins), readable).buffer);
}

/** A record's sealed values by field, as they travel in JSON. */
export type UnpackedRecord = Pick<SealedRecord, 'data' | 'field_set'>;

/** A record of a group; null if it is missing, or the error of a damaged group. */
type GroupedRecords = (record: { upload: string; number: number }) => UnpackedRecord | RangeError | null;

const keyOf = ({ upload, number }: { upload: string; number: number }): GroupKey => [
  upload,
  groupNumberOf(number),
];
const nameOf = (key: GroupKey) => key.join(' ');

/**
 * Reads the groups of some records. Only the references to these records' values are kept in memory.
 * @param source.fieldsOf - the fields of a group, and those whose values are replaced by zeros.
 */
export async function readGroupedRecords(
  store: GroupStore,
  { schema, fieldsOf }: GroupSource,
  records: readonly { upload: string; number: number }[],
): Promise<GroupedRecords> {
  const positions = new Map<string, { key: GroupKey; numbers: Set<number> }>();
  for (const record of records) {
    const key = keyOf(record);
    const group = positions.get(nameOf(key)) ?? { key, numbers: new Set() };
    positions.set(nameOf(key), group);
    group.numbers.add(record.number % recordsPerGroup);
  }
  const groups = [...positions.values()];
  const unpacked = new Map<string, UnpackedRecord | RangeError>();
  for (let at = 0; at < groups.length;) {
    const keys = groups.slice(at).map(({ key }) => key);
    for (const stored of await store.readGroups(schema, keys)) {
      const { key, numbers } = groups[at++]!;
      if (!stored) continue;
      const { names, withheld } = fieldsOf(stored);
      const bytes = withoutWithheld(stored, names.length, withheld);
      for (const [position, record] of unpackedRecords(bytes, names, numbers))
        unpacked.set(`${nameOf(key)} ${position}`, record);
    }
  }
  return (record) => unpacked.get(`${nameOf(keyOf(record))} ${record.number % recordsPerGroup}`) ?? null;
}

/** A damaged group stays as it is: its records are reported as damaged. */
const withoutWithheld = (stored: Buffer, fields: number, withheld: ReadonlySet<number>): Uint8Array =>
  withoutValues(stored, fields, withheld) ?? stored;

/** The records at some positions of a group, without those beyond its end. */
function unpackedRecords(
  bytes: Uint8Array,
  names: readonly string[],
  positions: ReadonlySet<number>,
): [number, UnpackedRecord | RangeError][] {
  const present = [...positions].filter((position) => position < bytes[0]!);
  try {
    const { fields } = decodeGroup(bytes, names.length);
    return present.map((position) => {
      const values = names.map((name, at): [string, string] => [name, groupReference(fields[at]!, position)]);
      return [position, { data: Object.fromEntries(values) }];
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return present.map((position) => [position, error]);
  }
}
