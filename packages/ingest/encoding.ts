/** Transcodes files of other encodings to UTF-8. */
import type { Encoding } from '@cloakroom/contract/parseOptions.ts';
import type { Chunks } from './decode.ts';
import { RowsError } from './rowsError.ts';

/** Display names of encodings. */
export const encodingLabels: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western European (Windows-1252)',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  'windows-1251': 'Cyrillic (Windows-1251)',
};

/**
 * Transcodes a stream. UTF-8 is passed through: its decoder reports the position of an invalid byte.
 * @throws {RowsError} `not-utf8` if the bytes are not in that encoding.
 */
export function toUtf8(chunks: Chunks, encoding: Encoding): Chunks {
  return encoding === 'utf-8' ? chunks : transcode(chunks, encoding);
}

/** Bytes transcoded at a time: small pieces are garbage-collected early. */
const pieceBytes = 256 * 1024;

async function* transcode(chunks: Chunks, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(encoding, { fatal: true }), new TextEncoder()];
  const decode = (bytes?: Uint8Array) => {
    try {
      return encoder.encode(bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode());
    } catch {
      throw new RowsError(
        'not-utf8',
        `The file is not in the encoding ${encodingLabels[encoding]}. Choose another one, or save the file as UTF-8.`,
      );
    }
  };
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += pieceBytes)
      yield decode(chunk.subarray(from, from + pieceBytes));
  yield decode();
}

/** Encodes text; null if it has a character that the encoding lacks. */
export function encodeText(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | null {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const bytes = encoding.startsWith('utf-16')
    ? encodeUtf16(text, encoding === 'utf-16le')
    : encodeSingleByte(text, encoding);
  return bytes && Uint8Array.from(bytes);
}

function encodeUtf16(text: string, little: boolean): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const [low, high] = [code & 0xff, code >> 8];
    bytes.push(...(little ? [low, high] : [high, low]));
  }
  return bytes;
}

function encodeSingleByte(text: string, encoding: Encoding): number[] | null {
  const codes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decodeHead(Uint8Array.of(byte), encoding), byte]),
  );
  const bytes = Array.from(text, (character) => codes.get(character) ?? -1);
  return bytes.includes(-1) ? null : bytes;
}

/**
 * The text of a file's first bytes, without its byte-order mark and an incomplete last character; invalid bytes are
 * replaced. Strict decoding is tried first, because Node 20 decodes Windows-1252 as ISO 8859-1 otherwise.
 */
export function decodeHead(head: Uint8Array, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return new TextDecoder(encoding).decode(head, { stream: true });
  }
}

/** The length in bytes of a file's byte-order mark in this encoding; 0 if it has none. */
export function bomLength(head: Uint8Array, encoding: Encoding): number {
  const [first, second, third] = head;
  if (encoding === 'utf-8') return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  const little = first === 0xff && second === 0xfe;
  const big = first === 0xfe && second === 0xff;
  return (encoding === 'utf-16le' && little) || (encoding === 'utf-16be' && big) ? 2 : 0;
}
