/** Detects files whose content has to be extracted before it is read. */
import { bytesOf } from '#src/workers/parse/fileChunks.ts';

const gzip = [0x1f, 0x8b];
/** An .xlsx file is a zip archive. */
const zip = [0x50, 0x4b, 0x03, 0x04];

/**
 * Whether a file is compressed by gzip or a spreadsheet; null if it is neither.
 * @throws {Failure} `invalid` if it can't be read.
 */
export async function compressionOf(file: File): Promise<'gzip' | 'sheet' | null> {
  const head = await bytesOf(file.slice(0, zip.length));
  const beginsWith = (signature: readonly number[]) => signature.every((byte, at) => head[at] === byte);
  if (beginsWith(zip) && /\.xlsx$/i.test(file.name)) return 'sheet';
  return beginsWith(gzip) ? 'gzip' : null;
}
