/** The content of an envelope: a type tag and UTF-8 text, padded so that short values all have one length. */
/// <reference lib="es2024.string" />
import sodium from 'sodium-native';

/** `s`: a string. `n`: a number, as the decimal text that was uploaded. */
export type ValueType = 's' | 'n';
export type Value = { type: ValueType; text: string };

const minPaddedBytes = 16;
const paddingStepBytes = 1024;
/** The first byte of padding; zeros follow. */
const marker = 0x80;
const tags: Record<ValueType, number> = { s: 0x73, n: 0x6e };
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A buffer to pad in, and views of it for each padded length: making a view costs as much as hashing does. */
type PaddingBuffer = { bytes: Buffer; text: Buffer; views: Map<number, Buffer> };
const makeBuffer = (length: number): PaddingBuffer => {
  const bytes = Buffer.alloc(length);
  return { bytes, text: bytes.subarray(1), views: new Map() };
};
const maxBytesOf = (text: string) => 1 + 3 * text.length + paddingStepBytes;
const shared = makeBuffer(64 * 1024);

/** The smallest of 16, 32, 64, … 1,024, 2,048, 3,072, … that fits `length` bytes and at least one byte of padding. */
export function paddedLength(length: number): number {
  if (length >= paddingStepBytes) return (Math.floor(length / paddingStepBytes) + 1) * paddingStepBytes;
  return Math.max(minPaddedBytes, 1 << (32 - Math.clz32(length)));
}

/**
 * A value as padded bytes (ISO/IEC 7816-4). The next call overwrites them.
 * @throws {RangeError} if the text has half a surrogate pair, which UTF-8 cannot encode.
 */
export function padValue(type: ValueType, text: string): Buffer {
  if (!text.isWellFormed())
    throw new RangeError('The text has half a surrogate pair, which UTF-8 cannot encode.');
  const buffer = maxBytesOf(text) <= shared.bytes.length ? shared : makeBuffer(maxBytesOf(text));
  buffer.bytes[0] = tags[type];
  const length = 1 + encoder.encodeInto(text, buffer.text).written;
  const padded = paddedLength(length);
  let view = buffer.views.get(padded);
  if (!view) buffer.views.set(padded, (view = buffer.bytes.subarray(0, padded)));
  sodium.sodium_pad(view, length, padded);
  return view;
}

/** The value in padded bytes; null if they are not a value. */
export function readValue(padded: Buffer): Value | null {
  try {
    const length = sodium.sodium_unpad(padded, padded.length, padded.length);
    // The binding does not report a missing marker.
    if (length === 0 || padded[length] !== marker) return null;
    const type = padded[0] === tags.s ? 's' : padded[0] === tags.n ? 'n' : null;
    return type && { type, text: decoder.decode(padded.subarray(1, length)) };
  } catch {
    return null;
  }
}
