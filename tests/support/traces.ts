/** Finds a mark in bytes, however it may be written there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ways in which a careless program might write a text or bytes, by name. Base64 has three, by where in a group of three it begins. */
function writings(text: string | Buffer): Record<string, Buffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const hex = bytes.toString('hex');
  const base64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // The groups that the neighbours share with the text differ from case to case.
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

/** In which writings a text, or bytes, occur in the haystack. */
export const tracesIn = (haystack: Buffer, text: string | Buffer): string[] =>
  Object.entries(writings(text)).flatMap(([name, needle]) => (haystack.includes(needle) ? [name] : []));

/** In which files below a folder a text occurs, and in which writings. Programs may be at work on them. */
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
      // A file that has gone may have another name by now: all of them are looked through again.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(folder)) throw error;
    }
}
