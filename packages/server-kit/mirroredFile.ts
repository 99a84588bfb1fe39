/**
 * Small files that are kept twice, `<name>` and `<name>.copy`, each with a checksum: one damaged file loses nothing.
 *
 * Format 1 is a line `cloakroom-file 1 <SHA-256 of "1\n" and the body, in hex>`, then the body in JSON. A file without that
 * line is of format 0: the body alone.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import { readIfThere, replaceFile, setAside } from './files.ts';
import { StorageError, storageErrorOf } from './storageError.ts';

/** Takes a sentence for the person who runs the program. */
export type Report = (sentence: string) => void;

const format = 1;
const firstLine = /^cloakroom-file ([1-9]\d{0,5}) ([0-9a-f]{64})\n/;

/** The name of a file's copy. */
export const copyOf = (path: string): string => `${path}.copy`;

/** Neither the file nor its copy can be understood. They are renamed to `aside`. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
  readonly path: string;
  readonly aside: string[];

  constructor(path: string, aside: string[]) {
    super(`${path} and its copy are damaged.`);
    this.path = path;
    this.aside = aside;
  }
}

/** The file is of a format that this program doesn't know: a newer one wrote it. */
export class UnknownFormat extends Error {
  override readonly name = 'UnknownFormat';

  constructor(path: string, found: number) {
    super(
      `${path} has the format ${found}, and this program knows formats up to ${format}: a newer version wrote it. Start that version.`,
    );
  }
}

export type MirroredFile<Value> = {
  readonly path: string;
  /**
   * What was written last; null when nothing was. A damaged or missing one of the two is restored from the other.
   * @throws {DamagedFile} when both are damaged; they are set aside. {StorageError} when the disk doesn't give them.
   * {UnknownFormat} when a newer program wrote it.
   */
  read(): Promise<Value | null>;
  /** Write both, the file first; durable when this resolves. @throws {StorageError} when the disk doesn't take the file. */
  write(value: Value): Promise<void>;
};

/** @param report - takes what was found damaged, and what became of it. */
export function mirroredFile<Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  report: Report = () => undefined,
): MirroredFile<z.output<Shape>> {
  return {
    path,
    async read() {
      const copies = await readCopies(path);
      const found = copies.map(({ text }) => (text === null ? null : decoded(text, shape)));
      const good = found.findIndex((one) => one?.state === 'good');
      const [main] = found;
      const { state } = found[good] ?? {};
      if (state === 'good') {
        const isSound = found[1 - good]?.state === 'good';
        await repairCopies(path, copies, { good, isSound }, report);
        return (found[good] as { value: z.output<Shape> }).value;
      }
      for (const { error } of copies) if (error) throw error;
      for (const one of found) if (one?.state === 'unknown') throw new UnknownFormat(path, one.format);
      if (main === null && found[1] === null) return null;
      const aside: string[] = [];
      for (const copy of copies) if (copy.text !== null) aside.push((await setAside(copy.path)) ?? copy.path);
      throw new DamagedFile(path, aside);
    },
    write: (value) => replaceBoth(path, encoded(value), report),
  };
}

/** One of the two files: its text, null when it is missing or can't be read. */
type Copy = { path: string; text: string | null; error: StorageError | null };

/** Read a file and its copy, each by itself. */
export function readCopies(path: string): Promise<Copy[]> {
  return Promise.all(
    [path, copyOf(path)].map(async (one) => {
      try {
        return { path: one, text: await readIfThere(one), error: null };
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        return { path: one, text: null, error };
      }
    }),
  );
}

/**
 * Make the other one of the two like the good one, where the disk takes it; a damaged one is set aside.
 * @param known - `isSound` when the other one is an earlier state: the program ended between two writes.
 */
export async function repairCopies(
  path: string,
  copies: Copy[],
  { good, isSound }: { good: number; isSound: boolean },
  report: Report,
): Promise<void> {
  const source = copies[good]!;
  const other = copies[1 - good]!;
  if (source.text === null || other.text === source.text) return;
  const isMain = other.path === path;
  const { what, aside } = isSound ? { what: null, aside: null } : await stateOf(other, isMain);
  const restored = await replaceFile(other.path, source.text).then(
    () => true,
    () => false,
  );
  // An earlier state, or a file from before there were copies.
  if (what === null) return;
  const name = isMain ? other.path : `The copy ${other.path}`;
  report(
    [
      `${name} ${what}.`,
      ...(aside ? [`It was set aside as ${aside}.`] : []),
      restored
        ? `It was restored from ${isMain ? 'its copy' : 'the file'} ${source.path}, and nothing is lost.`
        : `${source.path} is used instead, and nothing is lost.`,
    ].join(' '),
  );
}

async function stateOf(
  { path, text, error }: Copy,
  isMain: boolean,
): Promise<{ what: string | null; aside: string | null }> {
  if (error) return { what: `can’t be read: ${error.reason} (${error.code})`, aside: null };
  if (text === null) return { what: isMain ? 'was missing' : null, aside: null };
  return { what: 'was damaged', aside: await setAside(path) };
}

/** Write a text to a file and to its copy. @throws {StorageError} when the disk doesn't take the file. */
export async function replaceBoth(
  path: string,
  text: string,
  report: Report = () => undefined,
): Promise<void> {
  await replaceFile(path, text);
  const copy = copyOf(path);
  await replaceFile(copy, text).catch(async (error: unknown) => {
    const storage = storageErrorOf(error);
    if (!storage) throw error;
    // An old copy could be taken for the newest state one day.
    await rm(copy, { force: true }).catch(() => undefined);
    report(`${path} has no copy just now. ${storage.message}`);
  });
}

const digestOf = (version: number, body: string) =>
  createHash('sha256').update(`${version}\n${body}`).digest('hex');

function encoded(value: unknown): string {
  const body = JSON.stringify(value);
  return `cloakroom-file ${format} ${digestOf(format, body)}\n${body}`;
}

type Decoded<Value> =
  { state: 'good'; value: Value } | { state: 'damaged' } | { state: 'unknown'; format: number };

function decoded<Shape extends z.ZodType>(text: string, shape: Shape): Decoded<z.output<Shape>> {
  const [line, version, digest] = firstLine.exec(text) ?? [''];
  const body = text.slice(line.length);
  if (version !== undefined) {
    const known = Number(version);
    if (digestOf(known, body) !== digest) return { state: 'damaged' };
    if (known > format) return { state: 'unknown', format: known };
  }
  const read = shape.safeParse(parsed(body));
  return read.success ? { state: 'good', value: read.data } : { state: 'damaged' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
