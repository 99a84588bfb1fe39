/** A stream of bytes as windows of text, each beginning where the last whole row ended. */
import { decodeUtf8, type Chunks } from './decode.ts';

/** Reads whole rows off the front of a text and leaves the unfinished one in `rest`. */
export type RowReader<Row> = { read(text: string, ended: boolean): Row[]; readonly rest: string };

/**
 * Feed a reader until the stream ends. An unfinished row is read again only when the text has doubled, so a
 * long row costs linear time.
 * @param size - characters read at a time; tests make it small to cut rows everywhere.
 * @throws {RowsError} whatever the reader or the decoding refuses.
 */
export async function* readWindows<Row>(
  chunks: Chunks,
  reader: RowReader<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  let text = '';
  for await (const piece of decodeUtf8(chunks, size)) {
    const enough = Math.max(size, 2 * reader.rest.length);
    text += piece;
    if (text.length < enough) continue;
    const rows = reader.read(text, false);
    text = reader.rest;
    if (rows.length > 0) yield rows;
  }
  const rows = reader.read(text, true);
  if (rows.length > 0) yield rows;
}
