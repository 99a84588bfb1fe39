/** Passphrases that lie in files: one that the settings name, or one beside each keyring, made on first use. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  copyPath,
  readCopies,
  repairCopies,
  type ReportProblem,
} from '@cloakroom/server-kit/mirroredFile.ts';
import {
  createFile,
  readFileIfExists,
  replaceFile,
  removeTemporaryFiles,
} from '@cloakroom/server-kit/files.ts';
import { KeyringError } from './keyringError.ts';

/** A random one was made here, with 256 bits: no guess finds it, however cheap guessing is. */
export type Passphrase = { text: string; random: boolean };

export type Passphrases = {
  /** Where a user's passphrase would lie. */
  pathOf(user: string): string;
  /** The passphrase on file, or null when the person keeps it. @throws {KeyringError} `locked` when the file is useless. */
  of(user: string): Promise<string | null>;
  /** What may be the passphrase on file: the file's and its copy's, where they differ. Empty when the person keeps it. */
  candidates(user: string): Promise<string[]>;
  /** Note which candidate opened the keyring, so that both files hold it. */
  confirm(user: string, passphrase: string): Promise<void>;
  /** What is on file; where nothing is, a passphrase file is made with 256 random bits. */
  ofOrCreate(user: string): Promise<Passphrase>;
  /** A new passphrase with 256 random bits, on no file yet. */
  newPassphrase(): Passphrase;
  /** Make a user's own passphrase file. False when there already is one; that one stays as it is. */
  createFile(user: string, passphrase: Passphrase): Promise<boolean>;
  /** Take away a user's own passphrase file, and what may be left of one that was never finished. */
  remove(user: string): Promise<void>;
};

/**
 * @param shared - a file for every keyring of this folder, from the settings; without it each has its own, and a copy of it.
 * @param report - is called with a sentence about each damaged file.
 */
export function openPassphrases(
  folder: string,
  shared: string | undefined,
  report: ReportProblem,
): Passphrases {
  const pathOf = (user: string) => shared ?? join(folder, `${user}.passphrase`);
  const copies = async (user: string) =>
    shared ? [{ path: shared, text: await readFileIfExists(shared), error: null }] : readCopies(pathOf(user));
  const candidates = async (user: string) => {
    const found = await copies(user);
    const texts = found.flatMap(({ text }) => (text === null ? [] : [trimmed(text)]));
    const usable = [...new Set(texts)].filter((text) => text !== '');
    if (usable.length > 0) return usable;
    for (const { error } of found) if (error) throw error;
    if (texts.length > 0) throw new KeyringError('locked', `The passphrase file ${pathOf(user)} is empty.`);
    if (shared) throw new KeyringError('locked', `There is no passphrase file ${shared}.`);
    return [];
  };
  const of = async (user: string) => (await candidates(user))[0] ?? null;
  const newPassphrase = () => ({ text: randomBytes(32).toString('base64url'), random: true });
  const createPassphraseFile = async (user: string, { text }: Passphrase) => {
    if (!(await createFile(pathOf(user), `${text}\n`))) return false;
    // It is made after the next opening, where the disk doesn't take it now.
    if (!shared) await replaceFile(copyPath(pathOf(user)), `${text}\n`).catch(() => undefined);
    return true;
  };
  return {
    pathOf: pathOf,
    of,
    candidates,
    async confirm(user, passphrase) {
      if (shared) return;
      const found = await readCopies(pathOf(user));
      const good = found.findIndex(({ text }) => text !== null && trimmed(text) === passphrase);
      if (good >= 0) await repairCopies(pathOf(user), found, { intact: good, isOtherIntact: false }, report);
    },
    async ofOrCreate(user) {
      const known = await of(user);
      if (known !== null) return { text: known, random: false };
      const made = newPassphrase();
      if (await createPassphraseFile(user, made)) return made;
      return { text: (await of(user)) ?? made.text, random: false };
    },
    newPassphrase: newPassphrase,
    createFile: createPassphraseFile,
    async remove(user) {
      if (shared) return;
      // The copy first: alone it would count as the passphrase.
      await rm(copyPath(pathOf(user)), { force: true });
      await rm(pathOf(user), { force: true });
      await removeTemporaryFiles(folder, `${user}.passphrase.`);
    },
  };
}

const trimmed = (text: string) => text.replace(/\r?\n$/, '');
