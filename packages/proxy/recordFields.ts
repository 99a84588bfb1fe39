/** Which fields a sealed record must have: those that it was sealed with. */
import { decodeShortId } from '@cloakroom/wire/shortId.ts';
import { badRequest } from '@cloakroom/server-kit/problem.ts';
import type { FieldSets } from '@cloakroom/sealed-index/crypto/fieldSet.ts';
import { FieldSetMismatch } from '@cloakroom/sealed-index/crypto/tampered.ts';
import type { LocatedSealing, Sealing } from './recordSealing.ts';

/** A sealed record to decrypt. `fields` names all fields that it has values of, if `data` has only some of them. */
export type SealedInput = {
  id: string;
  url?: string | undefined;
  schema: string;
  data: Record<string, string>;
  field_set?: string | undefined;
  fields?: string[] | undefined;
};

/**
 * A record that was listed before it was changed may lack fields that were added in between. It gets them: of a changed record,
 * references to any version give the present values.
 */
export function withAddedFields(
  record: SealedInput,
  { group_records, isChanged }: Partial<LocatedSealing>,
  added: readonly string[],
): SealedInput {
  const missing = added.filter((name) => !Object.hasOwn(record.data, name));
  if (!group_records || !isChanged || missing.length === 0) return record;
  if (record.fields) return { ...record, fields: [...new Set([...record.fields, ...missing])] };
  return { ...record, data: { ...record.data, ...Object.fromEntries(missing.map((name) => [name, ''])) } };
}

/**
 * Requires that a sealed record has all the fields that it was sealed with. A record of a group refers to a value of every field.
 * @throws {FieldSetMismatch}
 */
export function requireAllFields(
  record: SealedInput,
  { generation, field_sets, group_records }: Sealing,
  {
    names,
    fieldNumbers,
    fieldSetsOf,
  }: {
    names: readonly string[];
    fieldNumbers: ReadonlyMap<string, number>;
    fieldSetsOf: (generation: number) => FieldSets;
  },
): void {
  if (!group_records && !field_sets) return;
  const present = presentFields(record, Object.keys(record.data), fieldNumbers);
  if (!group_records) {
    requireFieldSet(fieldSetsOf(generation), record, present, names);
    return;
  }
  if (present.length === names.length) return;
  const isPresent = new Set(present);
  const lost = names.filter((_, number) => !isPresent.has(number));
  throw new FieldSetMismatch(record.id, lost);
}

/** The ascending numbers of the fields that a record has values of. @throws {HttpProblem} 400 if `data` has others. */
function presentFields(
  { id, fields }: SealedInput,
  sentNames: readonly string[],
  fieldNumbers: ReadonlyMap<string, number>,
): number[] {
  if (fields && sentNames.some((name) => !fields.includes(name)))
    throw badRequest(`Record ${id} has values of fields that its "fields" doesn't name.`);
  const present = new Set((fields ?? sentNames).flatMap((name) => fieldNumbers.get(name) ?? []));
  return [...present].sort((a, b) => a - b);
}

/** @throws {FieldSetMismatch} if a record's tag doesn't match its fields. */
function requireFieldSet(
  tags: FieldSets,
  { id, field_set = '' }: SealedInput,
  present: readonly number[],
  names: readonly string[],
): void {
  const record = decodeShortId(id);
  if (tags.fits(record, present, field_set)) return;
  const lost = field_set === '' ? null : tags.lost(record, present, field_set);
  throw new FieldSetMismatch(id, lost?.map((number) => names[number]!) ?? [], field_set === '');
}
