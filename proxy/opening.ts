/** Opens sealed records for people who may read them. [Way 8/8] */
import { envelopeBytes } from '#contract/envelope.ts';
import { liveRanges } from '#contract/liveRecords.ts';
import type { OpenRecord } from '#contract/records.ts';
import { idIn } from '#contract/reference.ts';
import type { Permissions } from '#contract/schemas.ts';
import type { Manifest } from '#contract/segments.ts';
import { decodeShortId, readRecordId } from '#contract/shortId.ts';
import { forbidden, HttpProblem } from '#host/problem.ts';
import { Tampered } from './crypto/tampered.ts';
import { fieldSealer, type FieldSealer } from './crypto/value.ts';
import { fieldKeysOf } from './schemaKeys.ts';
import type { OwnSchema } from './schemas.ts';

/** A record as it was handed back. */
export type SealedInput = { id: string; schema: string; data: Record<string, string> };

/**
 * Opens records of one schema, one after the other.
 * @param partial - leaves out values that are not what was sealed, and names their fields, instead of refusing.
 */
export type Opener = (record: SealedInput, partial?: boolean) => OpenRecord;

/** The generation of keys that a record was sealed with; undefined where there is no such record. */
export type GenerationOf = (record: SealedInput) => number | undefined;

const gone = () => new HttpProblem(404, 'Decrypted records not found, please refresh the page.');

/**
 * Prepare to open the fields that a person may read; the others are left out.
 * @returns what opens some records, once it is known by which keys they were sealed. That alone decides with which keys
 *   a record opens: who has earlier keys only can put nothing in the place of what was sealed with later ones.
 * @throws {HttpProblem} 403 when there are no such fields. Then 404 when a record is gone, 422 when a key isn't there.
 */
export function openerOf({ schema, fields, keyring }: OwnSchema) {
  const readable = fields.filter(({ name }) => mayOpen(schema.permissions, name));
  if (readable.length === 0) throw forbidden('You do not have permission to decrypt these records.');
  const known = new Set(fields.map(({ name }) => name));
  const sealersOf = (generation: number) => {
    const keys = fieldKeysOf(keyring, schema, readable, generation);
    const places = readable.map(({ name }) => ({ schema: schema.id, field: name, generation }));
    return new Map(places.map((place, number) => [place.field, fieldSealer(keys[number]!, place)]));
  };
  return (records: readonly SealedInput[], generationOf: GenerationOf): Opener => {
    const generations = new Set(records.map((record) => generationOf(record) ?? schema.generation));
    const sealers = new Map(Array.from(generations, (one) => [one, sealersOf(one)]));
    return (record, partial = false) => {
      const own = sealers.get(generationOf(record) ?? NaN);
      if (!own) throw gone();
      const id = decodeShortId(record.id);
      const damaged: string[] = [];
      const data = Object.entries(record.data).flatMap(([name, text]) => {
        if (!known.has(name)) throw unreadable(record.id, name, 'is no field of its schema');
        const sealer = own.get(name);
        try {
          return sealer ? [[name, openValue(sealer, id, record.id, text)] as const] : [];
        } catch (error) {
          if (!partial || !isDamage(error)) throw error;
          damaged.push(name);
          return [];
        }
      });
      const named = damaged.length > 0 ? { damaged } : {};
      return { id: record.id, schema: record.schema, data: Object.fromEntries(data), ...named };
    };
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

const isDamage = (error: unknown) =>
  error instanceof Tampered || (error instanceof HttpProblem && error.status === 422);

const unreadable = (record: string, field: string, what: string) =>
  new HttpProblem(422, `"${field}" of record ${record} ${what}, so nothing was decrypted.`);

const mayOpen = ({ can_decrypt }: Permissions, field: string): boolean =>
  typeof can_decrypt === 'boolean' ? can_decrypt : can_decrypt.includes(field);

/** With which generation of keys records were sealed, as a manifest says. */
export function generationsIn({ segments }: Manifest): GenerationOf {
  const uploads = new Map<string, { first: number; end: number; generation: number }[]>();
  for (const segment of segments)
    for (const { upload, first, count } of liveRanges(segment)) {
      const range = { first, end: first + count, generation: segment.generation };
      const ranges = uploads.get(upload);
      if (ranges) ranges.push(range);
      else uploads.set(upload, [range]);
    }
  return ({ id }) => {
    const place = placeOf(id);
    if (!place) return undefined;
    const { upload, number } = place;
    const ranges = uploads.get(Buffer.from(upload).toString('hex'));
    return ranges?.find(({ first, end }) => number >= first && number < end)?.generation;
  };
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
