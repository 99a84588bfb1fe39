/**
 * A value of a group as text: `v2.` and base64url of 8 bytes of the field's ciphertext and the record's position in its group
 * (1 byte). It stands for the value in a record that is sent as JSON; only the group itself can be decrypted.
 *
 * The bytes of the ciphertext let people see that the value is sealed. A reader ignores them, because a group is resealed
 * when one of its records is deleted.
 */
import { envelopeBytes, envelopeText } from './envelope.ts';

const referenceVersion = 'v2.';
const sampleBytes = 8;

/** Whether text begins like a value of a group, and not like an envelope. */
export const isGroupReference = (text: string): boolean => text.startsWith(referenceVersion);

/** Writes the reference to a record's value. @throws {RangeError} if the sealed values are too short. */
export function groupReference(sealed: Uint8Array, position: number): string {
  if (sealed.length < sampleBytes) throw new RangeError('These are not the sealed values of a field.');
  const bytes = new Uint8Array(sampleBytes + 1);
  const from = position % (sealed.length - sampleBytes + 1);
  bytes.set(sealed.subarray(from, from + sampleBytes));
  bytes[sampleBytes] = position;
  return envelopeText(bytes, referenceVersion);
}

/** The parts of a reference. @throws {RangeError} if the text is not a reference. */
export function readGroupReference(text: string): { sample: Uint8Array; position: number } {
  const bytes = envelopeBytes(text, referenceVersion);
  if (bytes.length !== sampleBytes + 1) throw new RangeError('This is not a reference to a sealed value.');
  return { sample: bytes.subarray(0, sampleBytes), position: bytes[sampleBytes]! };
}
