/** Finds a value in bytes, however it may be written there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ways in which a careless program might write a value. */
function writings(value: string): Buffer[] {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return text.slice(4, -4);
  });
  return [
    bytes,
    Buffer.from(value, 'utf16le'),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('hex').toUpperCase()),
    ...base64.map((text) => Buffer.from(text)),
    ...base64.map((text) => Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_'))),
  ];
}

/** Which of the values occur in the bytes, in any writing. */
export const tracesIn = (haystack: Buffer, values: string[]): string[] =>
  values.filter((value) => writings(value).some((needle) => haystack.includes(needle)));

/** Everything that the files below a folder hold, joined. */
export function bytesBelow(folder: string): Buffer {
  const parts: Buffer[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) parts.push(readFileSync(join(entry.parentPath, entry.name)));
  return Buffer.concat(parts);
}
