/** Decrypts the values of records that are sealed in groups. Each field of a group is decrypted once. */
import { groupNumberOf, recordsPerGroup } from '@cloakroom/contract/segments.ts';
import type { Value } from '@cloakroom/sealed-index/crypto/plaintext.ts';
import type { GroupValues } from '@cloakroom/sealed-index/crypto/groupPlaintext.ts';
import type { GroupFieldOpener } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import { isGroupReference, readGroupReference } from '@cloakroom/wire/groupReference.ts';
import type { SealedGroup } from '@cloakroom/wire/recordGroup.ts';
import type { GroupKey } from './search/recordGroups.ts';

/** A record of a group, the generation of its keys, and the fields to decrypt. */
export type GroupedRecord = {
  id: string;
  /** The upload in hex. */
  upload: string;
  /** The record's number in the upload. */
  number: number;
  generation: number;
  fields: readonly string[];
};

/** Reads sealed groups in the order of the keys; null for missing and damaged ones. */
export type ReadGroups = (keys: readonly GroupKey[]) => AsyncIterable<SealedGroup | null>;

/** For records that are in no group, and for callers who only need permissions and keys to be checked. */
export async function* readNoGroups(): AsyncGenerator<null> {
  yield* [];
}

/** The fields that can be opened, by name. */
export type FieldOpeners = ReadonlyMap<string, { number: number; opener: GroupFieldOpener }>;

/** The values of a record by field: undefined for none, null if the group isn't what was sealed. */
export type OpenedValues = ReadonlyMap<string, Value | undefined | null>;

/**
 * Decrypts records, group by group: only the values of these records are kept, not the groups.
 * @param openersOf - the openers of a generation.
 * @returns the values by record id.
 */
export async function openGroupedRecords(
  records: readonly GroupedRecord[],
  openersOf: (generation: number) => FieldOpeners,
  read: ReadGroups,
): Promise<Map<string, OpenedValues>> {
  const byGroup = new Map<string, GroupedRecord[]>();
  for (const record of records) {
    const name = `${record.upload} ${groupNumberOf(record.number)} ${record.generation}`;
    const neighbours = byGroup.get(name);
    if (neighbours) neighbours.push(record);
    else byGroup.set(name, [record]);
  }
  const groups = [...byGroup.values()];
  const opened = new Map<string, OpenedValues>();
  let at = 0;
  for await (const sealed of read(groups.map(([first]) => [first!.upload, groupNumberOf(first!.number)]))) {
    const neighbours = groups[at++]!;
    const valuesOf = fieldReader(neighbours[0]!, sealed, openersOf(neighbours[0]!.generation));
    for (const { id, number, fields } of neighbours) {
      const position = number % recordsPerGroup;
      const hasRecord = sealed !== null && position < sealed.records;
      const values = fields.map((field) => {
        const valueAt = hasRecord ? valuesOf(field) : null;
        return [field, valueAt === null ? null : valueAt(position)] as const;
      });
      // A record may be requested twice, with different fields.
      opened.set(id, new Map([...(opened.get(id) ?? []), ...values]));
    }
  }
  return opened;
}

/** Opens each field of a group when it is first needed; null if it can't be opened. */
function fieldReader(
  record: GroupedRecord,
  sealed: SealedGroup | null,
  openers: FieldOpeners,
): (field: string) => GroupValues | null {
  const address = { upload: Buffer.from(record.upload, 'hex'), group: groupNumberOf(record.number) };
  const opened = new Map<string, GroupValues | null>();
  return (field) => {
    const known = opened.get(field);
    if (known !== undefined) return known;
    const { opener, number } = openers.get(field)!;
    const values = sealed && opener.open(address, sealed, number);
    opened.set(field, values);
    return values;
  };
}

/** The position in its group that a sealed value refers to; null for a string that is not a reference. */
export function referredPosition(reference: string): number | null {
  if (!isGroupReference(reference)) return null;
  try {
    return readGroupReference(reference).position;
  } catch {
    return null;
  }
}
