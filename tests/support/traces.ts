/** Finds a marker in bytes in any common encoding. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Encodings of a string or bytes, by name. Base64 has three, depending on the offset in a group of three bytes. */
function encodingsOf(text: string | Buffer): Record<string, Buffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // The groups that include neighbouring bytes vary.
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

/** The encodings in which a string or bytes occur in the haystack. */
export const tracesIn = (haystack: Buffer, text: string | Buffer): string[] =>
  Object.entries(encodingsOf(text)).flatMap(([name, needle]) => (haystack.includes(needle) ? [name] : []));

/** The files below a folder in which a string occurs, with the encodings. Programs may be writing to the files. */
export function tracesBelow(folder: string, text: string | Buffer): string[] {
  for (;;)
    try {
      return readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .flatMap((entry) => {
          const path = join(entry.parentPath, entry.name);
          return tracesIn(readFileSync(path), text).map((encoding) => `${path}: ${encoding}`);
        });
    } catch (error) {
      // A missing file may have been renamed: the folder is scanned again.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(folder)) throw error;
    }
}
