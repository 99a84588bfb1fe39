/** Files in other encodings, as the UTF-8 that everything else reads. */
import type { Encoding } from '@cloakroom/contract/parseOptions.ts';
import type { Chunks } from './decode.ts';
import { RowsError } from './rowsError.ts';

/** How a person calls an encoding. */
export const encodingWords: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western European (Windows-1252)',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  'windows-1251': 'Cyrillic (Windows-1251)',
};

/**
 * The same text in UTF-8, piece by piece. UTF-8 itself passes untouched: its reader is strict and says where it is wrong.
 * @throws {RowsError} `not-utf8` when the bytes are not in that encoding.
 */
export function inUtf8(chunks: Chunks, encoding: Encoding): Chunks {
  return encoding === 'utf-8' ? chunks : recoded(chunks, encoding);
}

/** Pieces so small that their text and its bytes are soon gone again. */
const pieceBytes = 256 * 1024;

async function* recoded(chunks: Chunks, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(encoding, { fatal: true }), new TextEncoder()];
  const decode = (bytes?: Uint8Array) => {
    try {
      return encoder.encode(bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode());
    } catch {
      throw new RowsError(
        'not-utf8',
        `The file is not in the encoding ${encodingWords[encoding]}. Choose another one, or save the file as UTF-8.`,
      );
    }
  };
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += pieceBytes)
      yield decode(chunk.subarray(from, from + pieceBytes));
  yield decode();
}

/** The bytes of a text in an encoding; null when it has a character that the encoding lacks. */
export function encoded(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | null {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const bytes = encoding.startsWith('utf-16')
    ? utf16(text, encoding === 'utf-16le')
    : oneByte(text, encoding);
  return bytes && Uint8Array.from(bytes);
}

function utf16(text: string, little: boolean): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const [low, high] = [code & 0xff, code >> 8];
    bytes.push(...(little ? [low, high] : [high, low]));
  }
  return bytes;
}

function oneByte(text: string, encoding: Encoding): number[] | null {
  const codes = new Map(
    Array.from({ length: 256 }, (_, byte) => [beginning(Uint8Array.of(byte), encoding), byte]),
  );
  const bytes = Array.from(text, (letter) => codes.get(letter) ?? -1);
  return bytes.includes(-1) ? null : bytes;
}

/**
 * The text of a file's first bytes, its byte-order mark and a character cut at the end left out; what is not in that
 * encoding is replaced. Strictly first: Node 20 takes Windows-1252 for ISO 8859-1 when it may replace.
 */
export function beginning(head: Uint8Array, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return new TextDecoder(encoding).decode(head, { stream: true });
  }
}

/** How many bytes a file's byte-order mark takes in this encoding. */
export function markBytes(head: Uint8Array, encoding: Encoding): number {
  const [first, second, third] = head;
  if (encoding === 'utf-8') return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  const little = first === 0xff && second === 0xfe;
  const big = first === 0xfe && second === 0xff;
  return (encoding === 'utf-16le' && little) || (encoding === 'utf-16be' && big) ? 2 : 0;
}
