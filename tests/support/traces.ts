/** Finds a mark in bytes in any usual encoding. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Encodings of a text or bytes, by name. Base64 has three, by the offset in a group of three bytes. */
function encodingsOf(text: string | Buffer): Record<string, Buffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // The groups shared with the neighbouring bytes vary.
    return whole.slice(4, -4);
  });
  return {
    plain: bytes,
    ...(typeof text === 'string' ? { 'UTF-16': Buffer.from(text, 'utf16le') } : {}),
    hex: Buffer.from(hex),
    'capital hex': Buffer.from(hex.toUpperCase()),
    ...Object.fromEntries(base64.map((written, shift) => [`base64 at ${shift}`, Buffer.from(written)])),
    ...Object.fromEntries(
      base64.map((written, shift) => [
        `base64url at ${shift}`,
        Buffer.from(written.replaceAll('+', '-').replaceAll('/', '_')),
      ]),
    ),
  };
}

/** The encodings in which a text, or bytes, occur in the haystack. */
export const tracesIn = (haystack: Buffer, text: string | Buffer): string[] =>
  Object.entries(encodingsOf(text)).flatMap(([name, needle]) => (haystack.includes(needle) ? [name] : []));

/** The files below a folder in which a text occurs, with the encodings. Programs may be writing to them. */
export function tracesBelow(folder: string, text: string | Buffer): string[] {
  for (;;)
    try {
      return readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .flatMap((entry) => {
          const path = join(entry.parentPath, entry.name);
          return tracesIn(readFileSync(path), text).map((writing) => `${path}: ${writing}`);
        });
    } catch (error) {
      // A missing file may have been renamed: the folder is scanned again.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(folder)) throw error;
    }
}
