/** Opens sealed records for people who may read them. */
import { envelopeBytes } from '#contract/envelope.ts';
import { liveRanges } from '#contract/liveRecords.ts';
import type { OpenRecord } from '#contract/records.ts';
import { idIn } from '#contract/reference.ts';
import type { Permissions } from '#contract/schemas.ts';
import type { Manifest } from '#contract/segments.ts';
import { decodeShortId, readRecordId } from '#contract/shortId.ts';
import { forbidden, HttpProblem } from '#host/problem.ts';
import { fieldSealer, type FieldSealer } from './crypto/value.ts';
import { fieldKeysOf, generation } from './schemaKeys.ts';
import type { OwnSchema } from './schemas.ts';

/** A record as it was handed back. */
export type SealedInput = { id: string; schema: string; data: Record<string, string> };

/** Opens records of one schema, one after the other. */
export type Opener = (record: SealedInput) => OpenRecord;

/**
 * Prepare to open the fields that a person may read; the others are left out.
 * @throws {HttpProblem} 403 when there are none, 422 when a key isn't there.
 */
export function openerOf({ schema, fields, keyring }: OwnSchema): Opener {
  const readable = fields.filter(({ name }) => mayOpen(schema.permissions, name));
  if (readable.length === 0) throw forbidden('You do not have permission to decrypt these records.');
  const keys = fieldKeysOf(keyring, schema, readable);
  const sealers = new Map(
    readable.map(({ name }, number) => [
      name,
      fieldSealer(keys[number]!, { schema: schema.id, field: name, generation }),
    ]),
  );
  const known = new Set(fields.map(({ name }) => name));
  return (record) => {
    const id = decodeShortId(record.id);
    const data = Object.entries(record.data).flatMap(([name, text]) => {
      if (!known.has(name)) throw unreadable(record.id, name, 'is no field of its schema');
      const sealer = sealers.get(name);
      return sealer ? [[name, openValue(sealer, id, record.id, text)] as const] : [];
    });
    return { id: record.id, schema: record.schema, data: Object.fromEntries(data) };
  };
}

function openValue(sealer: FieldSealer, id: Uint8Array, record: string, text: string): string | number {
  const value = sealer.open(id, envelope(text, record, sealer.field));
  // Whatever was uploaded survives as a JSON number: the border saw to that.
  return value.type === 'n' ? Number(value.text) : value.text;
}

function envelope(text: string, record: string, field: string): Uint8Array {
  try {
    return envelopeBytes(text);
  } catch {
    throw unreadable(record, field, 'is not a sealed value');
  }
}

const unreadable = (record: string, field: string, what: string) =>
  new HttpProblem(422, `"${field}" of record ${record} ${what}, so nothing was decrypted.`);

const mayOpen = ({ can_decrypt }: Permissions, field: string): boolean =>
  typeof can_decrypt === 'boolean' ? can_decrypt : can_decrypt.includes(field);

/**
 * Make sure that every record is still there.
 * @throws {HttpProblem} 404 when one isn't among the records that the manifest lists.
 */
export function requirePresent(records: readonly SealedInput[], { segments }: Manifest): void {
  const uploads = new Map<string, [first: number, end: number][]>();
  for (const { upload, first, count } of segments.flatMap(liveRanges))
    uploads.set(upload, [...(uploads.get(upload) ?? []), [first, first + count]]);
  for (const record of records) {
    const place = placeOf(record.id);
    const ranges = place && uploads.get(Buffer.from(place.upload).toString('hex'));
    if (!place || !ranges?.some(([first, end]) => place.number >= first && place.number < end))
      throw new HttpProblem(404, 'Decrypted records not found, please refresh the page.');
  }
}

function placeOf(id: string): ReturnType<typeof readRecordId> | null {
  try {
    return readRecordId(id);
  } catch {
    return null;
  }
}

/** The ids of the schemas that some records belong to, each once. */
export const schemasIn = (records: readonly SealedInput[]): string[] => [
  ...new Set(records.map(({ schema }) => idIn(schema))),
];
