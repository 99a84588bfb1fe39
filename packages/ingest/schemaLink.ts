/** Finds the schema that an uploaded body names, before the body is read. */
import type { Encoding, ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import type { Chunks } from './decode.ts';
import { linkInFirstRow } from './csvHeader.ts';
import type { Format } from './format.ts';
import { codes, JsonCursor, needMore } from './jsonCursor.ts';
import { readMembers } from './jsonItem.ts';
import { RowsError } from './rowsError.ts';

const maxBytes = 1024 * 1024;

/**
 * Finds the reference in the first row: the `schema_id:` cell of a CSV header, the `schema` of the first JSON item. The
 * caller must check that the sender may use it.
 * @returns the reference, or null if the first row has none or exceeds the first MiB; and a stream of the whole body.
 * Faults in the body are ignored here.
 */
export async function readSchemaLink(
  chunks: Chunks,
  format: Format,
  { encoding = 'utf-8', delimiter }: ParseOptions = {},
): Promise<{ link: string | null; chunks: Chunks }> {
  const source = chunks[Symbol.asyncIterator]();
  const readChunks: Uint8Array[] = [];
  let [bytes, ended, bytesChecked] = [0, false, 0];
  let link: string | null | undefined;
  while (link === undefined && !ended && bytes < maxBytes) {
    const next = await source.next();
    if (next.done === true) ended = true;
    else {
      readChunks.push(next.value);
      bytes += next.value.length;
    }
    if (!ended && bytes < 2 * bytesChecked) continue;
    link = linkIn(readChunks, format, ended, encoding, delimiter);
    bytesChecked = bytes;
  }
  return { link: link ?? null, chunks: replay(readChunks, source) };
}

async function* replay(
  readChunks: Uint8Array[],
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* readChunks;
    for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}

/** The link in these first bytes; undefined if they end before the first row does. */
function linkIn(
  readChunks: Uint8Array[],
  format: Format,
  ended: boolean,
  encoding: Encoding,
  delimiter: string | undefined,
): string | null | undefined {
  const decoder = new TextDecoder(encoding);
  const text = readChunks.map((bytes) => decoder.decode(bytes, { stream: true })).join('');
  if (format === 'csv') return linkInFirstRow(text, ended, delimiter);
  try {
    return linkInFirstItem(text);
  } catch (error) {
    if (error === needMore) return undefined;
    if (error instanceof RowsError) return null;
    throw error;
  }
}

function linkInFirstItem(text: string): string | null {
  const cursor = new JsonCursor();
  cursor.load(text, 0);
  if (cursor.peek() === codes.list) {
    cursor.at++;
    cursor.peek();
  }
  let link: string | null = null;
  readMembers(cursor, [], (name) => {
    cursor.read();
    const value = cursor.value();
    if (name === 'schema' && value?.type === 's') link = value.text;
  });
  return link;
}
