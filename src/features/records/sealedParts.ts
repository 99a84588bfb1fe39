/** Splits a sealed value into its parts, and computes what its length reveals. */
import { envelopeBytes } from '@cloakroom/wire/envelope.ts';
import { isGroupReference, readGroupReference } from '@cloakroom/wire/groupReference.ts';

/** Of an envelope: nonce first, tag last. */
const byteLengths = { nonce: 24, tag: 16 };
/** Values are padded to powers of two from 16 bytes on, above this to multiples of it. */
const paddingStepBytes = 1024;
const minPaddedBytes = 16;

export type SealedParts = {
  /** In hexadecimal. */
  nonce: string;
  content: string;
  tag: string;
  /** Of the whole envelope. */
  bytes: number;
  /** Possible lengths of the value in bytes of UTF-8. */
  from: number;
  to: number;
};

/** Some bytes in hexadecimal of a group that a value is sealed in; null if the text doesn't refer to a group. */
export function groupSample(text: string): string | null {
  if (!isGroupReference(text)) return null;
  try {
    return hex(readGroupReference(text).sample);
  } catch {
    return null;
  }
}

/** @returns null if the text is not a value that was sealed by itself. */
export function sealedParts(envelope: string): SealedParts | null {
  const bytes = bytesOf(envelope);
  if (!bytes || bytes.length < byteLengths.nonce + minPaddedBytes + byteLengths.tag) return null;
  const end = bytes.length - byteLengths.tag;
  const padded = end - byteLengths.nonce;
  return {
    nonce: hex(bytes.subarray(0, byteLengths.nonce)),
    content: hex(bytes.subarray(byteLengths.nonce, end)),
    tag: hex(bytes.subarray(end)),
    bytes: bytes.length,
    ...lengthRange(padded),
  };
}

/** One byte is the type of the value, and at least one is padding. */
function lengthRange(padded: number): { from: number; to: number } {
  const below =
    padded === minPaddedBytes ? 1 : padded > paddingStepBytes ? padded - paddingStepBytes : padded / 2;
  return { from: below - 1, to: padded - 2 };
}

function bytesOf(envelope: string): Uint8Array | null {
  try {
    return envelopeBytes(envelope);
  } catch {
    return null;
  }
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
