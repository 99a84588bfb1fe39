/** Passphrases: one from the file or the command that the settings name, or a file for each keyring, created on first use. */
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
import { runPassphraseCommand } from './passphraseCommand.ts';

/** `random`: generated here with 256 bits, so that the cheapest hash suffices. */
export type Passphrase = { text: string; random: boolean };

export type Passphrases = {
  /** The path of a user's passphrase file, or the setting that names a command. */
  pathOf(user: string): string;
  /** The passphrase on file, or the last one of the command; null if the user types it. @throws {KeyringError} `locked` if the file or the command is unusable. */
  of(user: string): Promise<string | null>;
  /** The passphrases of the file and its copy, which may differ. Empty if the user types the passphrase. */
  candidates(user: string): Promise<string[]>;
  /** Writes the candidate that opened the keyring to both files. */
  confirm(user: string, passphrase: string): Promise<void>;
  /** The passphrase on file; if there is none, a file with 256 random bits is created. */
  ofOrCreate(user: string): Promise<Passphrase>;
  /** A new passphrase with 256 random bits, not yet in a file. */
  newPassphrase(): Passphrase;
  /** Creates a user's own passphrase file. Returns false if there is one already, which is not changed. */
  createFile(user: string, passphrase: Passphrase): Promise<boolean>;
  /** Removes a user's own passphrase file, its copy and unfinished temporary files. */
  remove(user: string): Promise<void>;
};

/**
 * `own`: the user enters the passphrase, and the keyring can be locked. `file`: it is in a file beside the keyring. `settings`: the
 * settings name a file or a command for all keyrings.
 */
export type PassphrasePlace = 'own' | 'file' | 'settings';

/** Where the settings say that the passphrase of every keyring is. */
export type SharedPassphrase = { file: string } | { command: string };

/**
 * @param shared - of every keyring of this folder, from the settings; without it each has its own file and a copy.
 * @param report - called with a sentence about each damaged file.
 */
export function openPassphrases(
  folder: string,
  shared: SharedPassphrase | undefined,
  report: ReportProblem,
): Passphrases {
  return shared && 'command' in shared ? ofCommand(shared.command) : ofFiles(folder, shared?.file, report);
}

/** The passphrase that a command prints. It is run when a keyring is opened or created; calls share one that runs. */
function ofCommand(command: string): Passphrases {
  let last: string | null = null;
  let running: Promise<string> | null = null;
  const run = async () => {
    running ??= runPassphraseCommand(command).finally(() => (running = null));
    return (last = await running);
  };
  return {
    pathOf: () => 'KEYRING_PASSPHRASE_COMMAND',
    of: async () => last ?? run(),
    candidates: async () => [await run()],
    confirm: () => Promise.resolve(),
    ofOrCreate: async () => ({ text: await run(), random: false }),
    newPassphrase,
    createFile: () => Promise.resolve(false),
    remove: () => Promise.resolve(),
  };
}

const newPassphrase = (): Passphrase => ({ text: randomBytes(32).toString('base64url'), random: true });

function ofFiles(folder: string, shared: string | undefined, report: ReportProblem): Passphrases {
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
  // Each call of a user asks for it, so that the copy is read only if the file has no passphrase.
  const of = async (user: string) => {
    const text = await readFileIfExists(pathOf(user)).catch(() => null);
    return trimmed(text ?? '') || ((await candidates(user))[0] ?? null);
  };
  const createPassphraseFile = async (user: string, { text }: Passphrase) => {
    if (!(await createFile(pathOf(user), `${text}\n`))) return false;
    // If the copy can't be written now, it is after the next opening.
    if (!shared) await replaceFile(copyPath(pathOf(user)), `${text}\n`).catch(() => undefined);
    return true;
  };
  return {
    pathOf,
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
    newPassphrase,
    createFile: createPassphraseFile,
    async remove(user) {
      if (shared) return;
      // The copy first: on its own it would still be used.
      await rm(copyPath(pathOf(user)), { force: true });
      await rm(pathOf(user), { force: true });
      await removeTemporaryFiles(folder, `${user}.passphrase.`);
    },
  };
}

const trimmed = (text: string) => text.replace(/\r?\n$/, '');
