/** Passphrases that lie in files: one that the settings name, or one beside each keyring, made on first use. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFile, readIfThere, sweepUnfinished } from '#proxy/files.ts';
import { KeyringError } from './keyringError.ts';

/** A random one was made here, with 256 bits: no guess finds it, however cheap guessing is. */
export type Passphrase = { text: string; random: boolean };

export type Passphrases = {
  /** Where a user's passphrase would lie. */
  place(user: string): string;
  /** The passphrase on file, or null when the person keeps it. @throws {KeyringError} `locked` when the file is useless. */
  of(user: string): Promise<string | null>;
  /** What is on file; where nothing is, a passphrase file is made with 256 random bits. */
  ofOrMade(user: string): Promise<Passphrase>;
  /** A new passphrase with 256 random bits, on no file yet. */
  fresh(): Passphrase;
  /** Make a user's own passphrase file. False when there already is one; that one stays as it is. */
  put(user: string, passphrase: Passphrase): Promise<boolean>;
  /** Take away a user's own passphrase file, and what may be left of one that was never finished. */
  remove(user: string): Promise<void>;
};

/** @param shared - a file for every keyring of this folder, from the settings; without it each has its own. */
export function passphrases(folder: string, shared?: string): Passphrases {
  const place = (user: string) => shared ?? join(folder, `${user}.passphrase`);
  const of = async (user: string) => {
    const text = await readIfThere(place(user));
    const passphrase = text?.replace(/\r?\n$/, '') ?? null;
    if (passphrase === '') throw new KeyringError('locked', `The passphrase file ${place(user)} is empty.`);
    if (passphrase === null && shared)
      throw new KeyringError('locked', `There is no passphrase file ${shared}.`);
    return passphrase;
  };
  const fresh = () => ({ text: randomBytes(32).toString('base64url'), random: true });
  const put = (user: string, { text }: Passphrase) => createFile(place(user), `${text}\n`);
  return {
    place,
    of,
    async ofOrMade(user) {
      const known = await of(user);
      if (known !== null) return { text: known, random: false };
      const made = fresh();
      if (await put(user, made)) return made;
      return { text: (await of(user)) ?? made.text, random: false };
    },
    fresh,
    put,
    async remove(user) {
      if (shared) return;
      await rm(place(user), { force: true });
      await sweepUnfinished(folder, `${user}.passphrase.`);
    },
  };
}
