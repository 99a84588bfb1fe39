/** The keyring files of one folder. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { leastCost, type PassphraseCost } from '#proxy/crypto/passphrase.ts';
import { createFile, readIfThere } from '#proxy/files.ts';
import { backoff, type Backoff } from './backoff.ts';
import { newContents, type Contents, type PhraseState } from './contents.ts';
import { Keyring } from './keyring.ts';
import { KeyringError } from './keyringError.ts';
import type { Passphrase } from './passphrases.ts';
import { lockOf, newLock, openFile, sealFile, type Lock } from './sealedFile.ts';
import { openStore } from './store.ts';

export type Shelf = {
  /** Where a user's keyring lies. */
  place(user: string): string;
  has(user: string): Promise<boolean>;
  /**
   * @param typed - by a person, who may be guessing: then a wrong passphrase makes the next one wait.
   * @throws {KeyringError} `wrong-passphrase` or `wait`, `unfit` for one that nobody typed, `damaged`, `weakened`, `version`,
   * `unreadable`; `missing` when there is no such file.
   */
  open(user: string, passphrase: string, typed: boolean): Promise<Keyring>;
  /**
   * Make a keyring; null when there already is one, which stays as it is.
   * @param phrase - `confirmed` when the seed came from its words.
   */
  create(user: string, seed: Buffer, passphrase: Passphrase, phrase: PhraseState): Promise<Keyring | null>;
};

/**
 * @param cost - of a guess at a passphrase that somebody chose.
 * @param now - the time in milliseconds.
 * @param report - receives a sentence when something happened to the file of an open keyring.
 */
export function shelf(
  folder: string,
  cost: PassphraseCost,
  now: () => number,
  report: (sentence: string) => void,
): Shelf {
  const place = (user: string) => join(folder, `${user}.json`);
  const doors = new Map<string, { guard: Backoff; last: Promise<unknown> }>();
  const doorOf = (user: string) => {
    const door = doors.get(user) ?? { guard: backoff(now), last: Promise.resolve() };
    doors.set(user, door);
    return door;
  };
  const read = async (user: string) => {
    const text = await readIfThere(place(user)).catch((error: unknown) => {
      throw unreadable(place(user), error);
    });
    if (text === null) throw new KeyringError('missing', `There is no keyring of user ${user} in ${folder}.`);
    return text;
  };
  const opened = (user: string, contents: Contents, lock: Lock) =>
    new Keyring(user, contents, openStore({ path: place(user), user, lock, cost, report }));
  const attempt = async (user: string, passphrase: string, guard: Backoff | null) => {
    guard?.check();
    const text = await read(user);
    const lock = await lockOf(text, user, passphrase);
    const contents = openFile(text, lock);
    if (!contents) throw guard ? wrongPassphrase(place(user), guard.failed()) : unfit(place(user));
    guard?.passed();
    return opened(user, contents, lock);
  };
  return {
    place,
    has: (user) =>
      stat(place(user)).then(
        () => true,
        (error: unknown) => {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
          throw unreadable(place(user), error);
        },
      ),
    open(user, passphrase, typed) {
      if (!typed) return attempt(user, passphrase, null);
      // One guess after the other, or a thousand at once would pass the backoff together.
      const door = doorOf(user);
      const keyring = door.last.then(() => attempt(user, passphrase, door.guard));
      door.last = keyring.catch(() => undefined);
      return keyring;
    },
    async create(user, seed, passphrase, phrase) {
      const lock = await newLock(user, passphrase.text, passphrase.random ? leastCost : cost);
      const contents = newContents(seed, new Date(now()), phrase);
      const made = await createFile(place(user), sealFile(contents, lock));
      return made ? opened(user, contents, lock) : null;
    },
  };
}

const wrongPassphrase = (path: string, seconds: number) =>
  new KeyringError(
    'wrong-passphrase',
    `The passphrase does not open the keyring ${path}, or somebody changed that file. Try again in ${seconds} s.`,
  );

const unfit = (path: string) =>
  new KeyringError(
    'unfit',
    `The passphrase on file does not open the keyring ${path}, or somebody changed one of the two. Unlock it by typing the right one.`,
  );

const unreadable = (path: string, error: unknown) =>
  new KeyringError(
    'unreadable',
    `The keyring ${path} can't be read: ${error instanceof Error ? error.message : String(error)} Nothing was changed. Make the file readable again, then try again.`,
    { cause: error },
  );
