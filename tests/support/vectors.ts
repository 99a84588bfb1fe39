/** The test vectors of the formats, from packages/wire/vectors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../packages/wire/vectors');

/** The content of `<name>.json`. The calling test states its type. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- one cast here instead of one in each test
export const readVectors = <Vectors>(name: string): Vectors =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Vectors;

export const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
