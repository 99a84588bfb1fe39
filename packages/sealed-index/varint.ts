/** Whole numbers in as few bytes as they need: 7 bits per byte, the lowest first (LEB128). */
import { putVarint } from '@cloakroom/wire/varint.ts';

/** Bytes of the longest varint of a number below 2^53. */
export const maxVarintBytes = 8;

/** Collects varints and bytes, growing as needed. */
export class VarintWriter {
  #bytes = Buffer.alloc(1024);
  #length = 0;

  #room(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length + length)]);
  }

  number(value: number): void {
    this.#room(maxVarintBytes);
    this.#length = putVarint(this.#bytes, this.#length, value);
  }

  bigint(value: bigint): void {
    let rest = value;
    for (; rest > 127n; rest >>= 7n) this.bytes(Uint8Array.of(Number(rest & 127n) | 128));
    this.number(Number(rest));
  }

  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Reads what a {@link VarintWriter} wrote. Past the end it reads zeros. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  bigint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
}
