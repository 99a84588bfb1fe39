/** Passphrases that lie in files: one that the settings name, or one beside each keyring, made on first use. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFile, readIfThere, sweepUnfinished } from '#proxy/files.ts';
import { KeyringError } from './keyringError.ts';

export type Passphrases = {
  /** Where a user's passphrase would lie. */
  place(user: string): string;
  /** The passphrase on file, or null when the person keeps it. @throws {KeyringError} `locked` when the file is useless. */
  of(user: string): Promise<string | null>;
  /** Make a passphrase file with 256 random bits, unless there is one. Answers with what is on file. */
  make(user: string): Promise<string>;
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
  return {
    place,
    of,
    async make(user) {
      const passphrase = randomBytes(32).toString('base64url');
      if (await createFile(place(user), `${passphrase}\n`)) return passphrase;
      return (await of(user)) ?? passphrase;
    },
    async remove(user) {
      if (shared) return;
      await rm(place(user), { force: true });
      await sweepUnfinished(folder, `${user}.passphrase.`);
    },
  };
}
