/**
 * Small files that are stored twice, as `<name>` and `<name>.copy`, each with a checksum: one damaged file loses nothing.
 *
 * Format 1 is a line `cloakroom-file 1 <SHA-256 of "1\n" and the body, in hex>`, then the body in JSON. A file without that
 * line is of format 0: the body alone.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import { readFileIfExists, replaceFile, setAside } from './files.ts';
import { StorageError, storageErrorOf } from './storageError.ts';
import { parseJson } from './parseJson.ts';

/** Reports a problem to the operator, as a sentence. */
export type ReportProblem = (sentence: string) => void;

const format = 1;
const firstLine = /^cloakroom-file ([1-9]\d{0,5}) ([0-9a-f]{64})\n/;

/** The path of a file's copy. */
export const copyPath = (path: string): string => `${path}.copy`;

/** Both the file and its copy are damaged. They were renamed to `aside`. */
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

/** The file has a newer format than this program supports. */
export class UnknownFormat extends Error {
  override readonly name = 'UnknownFormat';

  constructor(path: string, found: number) {
    super(
      `${path} has format ${found}, and this program supports formats up to ${format}: a newer version wrote it. Start that version.`,
    );
  }
}

export type MirroredFile<Value> = {
  readonly path: string;
  /**
   * The last written value; null if there is none. A damaged or missing file is restored from the other one.
   * @throws {DamagedFile} if both are damaged; they are set aside. {StorageError} if they can't be read.
   * {UnknownFormat} if a newer program wrote them.
   */
  read(): Promise<Value | null>;
  /** Writes both, the file first; durable when this resolves. @throws {StorageError} if the file can't be written. */
  write(value: Value): Promise<void>;
};

/** @param report - called for a damaged file, with what was done. */
export function mirroredFile<Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  report: ReportProblem = () => undefined,
): MirroredFile<z.output<Shape>> {
  return {
    path,
    async read() {
      const copies = await readCopies(path);
      const results = copies.map(({ text }) => (text === null ? null : decode(text, shape)));
      const intact = results.findIndex((result) => result?.state === 'intact');
      const result = results[intact];
      if (result?.state === 'intact') {
        const isOtherIntact = results[1 - intact]?.state === 'intact';
        await repairCopies(path, copies, { intact, isOtherIntact }, report);
        return result.value;
      }
      for (const { error } of copies) if (error) throw error;
      for (const other of results)
        if (other?.state === 'unknown') throw new UnknownFormat(path, other.format);
      if (results.every((other) => other === null)) return null;
      const aside: string[] = [];
      for (const copy of copies) if (copy.text !== null) aside.push((await setAside(copy.path)) ?? copy.path);
      throw new DamagedFile(path, aside);
    },
    write: (value) => replaceBoth(path, encode(value), report),
  };
}

/** One of the two files: its text, or null if it is missing or can't be read. */
type FileCopy = { path: string; text: string | null; error: StorageError | null };

/** Reads a file and its copy. */
export function readCopies(path: string): Promise<FileCopy[]> {
  return Promise.all(
    [path, copyPath(path)].map(async (file) => {
      try {
        return { path: file, text: await readFileIfExists(file), error: null };
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        return { path: file, text: null, error };
      }
    }),
  );
}

/**
 * Overwrites the other file with the intact one, if the disk allows it; a damaged file is set aside first.
 * @param state - `intact` is the index of the intact file. `isOtherIntact` if the other one is intact but older, because
 *   the program ended between the two writes.
 */
export async function repairCopies(
  path: string,
  copies: FileCopy[],
  { intact, isOtherIntact }: { intact: number; isOtherIntact: boolean },
  report: ReportProblem,
): Promise<void> {
  const source = copies[intact]!;
  const other = copies[1 - intact]!;
  if (source.text === null || other.text === source.text) return;
  const isMain = other.path === path;
  const { damage, aside } = isOtherIntact ? { damage: null, aside: null } : await damageOf(other, isMain);
  const restored = await replaceFile(other.path, source.text).then(
    () => true,
    () => false,
  );
  // An older state, or a file written before copies were introduced.
  if (damage === null) return;
  const name = isMain ? other.path : `The copy ${other.path}`;
  report(
    [
      `${name} ${damage}.`,
      ...(aside ? [`It was set aside as ${aside}.`] : []),
      restored
        ? `It was restored from ${isMain ? 'its copy' : 'the file'} ${source.path}, and nothing is lost.`
        : `${source.path} is used instead, and nothing is lost.`,
    ].join(' '),
  );
}

async function damageOf(
  { path, text, error }: FileCopy,
  isMain: boolean,
): Promise<{ damage: string | null; aside: string | null }> {
  if (error) return { damage: `can’t be read: ${error.reason} (${error.code})`, aside: null };
  if (text === null) return { damage: isMain ? 'was missing' : null, aside: null };
  return { damage: 'was damaged', aside: await setAside(path) };
}

/** Writes text to a file and its copy. @throws {StorageError} if the file can't be written. */
export async function replaceBoth(
  path: string,
  text: string,
  report: ReportProblem = () => undefined,
): Promise<void> {
  await replaceFile(path, text);
  const copy = copyPath(path);
  await replaceFile(copy, text).catch(async (error: unknown) => {
    const storage = storageErrorOf(error);
    if (!storage) throw error;
    // A stale copy could later be taken for the newest state.
    await rm(copy, { force: true }).catch(() => undefined);
    report(`${path} has no copy at present. ${storage.message}`);
  });
}

const digestOf = (version: number, body: string) =>
  createHash('sha256').update(`${version}\n${body}`).digest('hex');

function encode(value: unknown): string {
  const body = JSON.stringify(value);
  return `cloakroom-file ${format} ${digestOf(format, body)}\n${body}`;
}

type Decoded<Value> =
  { state: 'intact'; value: Value } | { state: 'damaged' } | { state: 'unknown'; format: number };

function decode<Shape extends z.ZodType>(text: string, shape: Shape): Decoded<z.output<Shape>> {
  const [line, version, digest] = firstLine.exec(text) ?? [''];
  const body = text.slice(line.length);
  if (version !== undefined) {
    const known = Number(version);
    if (digestOf(known, body) !== digest) return { state: 'damaged' };
    if (known > format) return { state: 'unknown', format: known };
  }
  const parsed = shape.safeParse(parseJson(body));
  return parsed.success ? { state: 'intact', value: parsed.data } : { state: 'damaged' };
}
