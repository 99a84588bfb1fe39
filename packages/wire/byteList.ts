/**
 * A list of byte strings in an answer: for each, its length (4 bytes, big-endian) and its bytes.
 *
 * Example, an empty one and one of 3 bytes: `00000000` ‖ `00000003` ‖ 3 bytes.
 */
const lengthBytes = 4;

/** Writes a list. */
export function encodeByteList(items: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(items.reduce((sum, { length }) => sum + lengthBytes + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const item of items) {
    view.setUint32(at, item.length);
    bytes.set(item, at + lengthBytes);
    at += lengthBytes + item.length;
  }
  return bytes;
}

/** Reads a list. The items are views of `bytes`, not copies. @throws {RangeError} if the bytes are truncated or too long. */
export function decodeByteList(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const items: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const from = at + lengthBytes;
    if (from > bytes.length) throw truncated();
    at = from + view.getUint32(at);
    if (at > bytes.length) throw truncated();
    items.push(bytes.subarray(from, at));
  }
  return items;
}

const truncated = () => new RangeError('This is not a list of byte strings: it is truncated.');
