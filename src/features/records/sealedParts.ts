/** What a sealed value is made of, and what its length gives away. */
import { envelopeBytes } from '@cloakroom/wire/envelope.ts';

/** Of an envelope, in bytes: what makes it unique comes first, what shows tampering last. */
const lengths = { nonce: 24, tag: 16 };
/** Values are padded to 16, 32, 64, … bytes, from here on to whole steps of it. */
const paddingStepBytes = 1024;
const minPaddedBytes = 16;

export type SealedParts = {
  /** In hexadecimal. */
  nonce: string;
  content: string;
  tag: string;
  /** Of the whole envelope. */
  bytes: number;
  /** How many bytes of UTF-8 the value may have: all that its sealed length tells. */
  from: number;
  to: number;
};

/** Take a sealed value apart. @returns null when the text is no sealed value. */
export function sealedParts(envelope: string): SealedParts | null {
  const bytes = bytesOf(envelope);
  if (!bytes || bytes.length < lengths.nonce + minPaddedBytes + lengths.tag) return null;
  const end = bytes.length - lengths.tag;
  const padded = end - lengths.nonce;
  return {
    nonce: hex(bytes.subarray(0, lengths.nonce)),
    content: hex(bytes.subarray(lengths.nonce, end)),
    tag: hex(bytes.subarray(end)),
    bytes: bytes.length,
    ...lengthRange(padded),
  };
}

/** A byte says what kind of value it is, and at least one is padding. */
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
