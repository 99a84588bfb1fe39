/** The keyring files of one folder, each with a copy: a damaged file is restored from the other. */
import { join } from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import {
  copyPath,
  readCopies,
  repairCopies,
  type ReportProblem,
} from '@cloakroom/server-kit/mirroredFile.ts';
import { minCost, type PassphraseCost } from '#proxy/crypto/passphrase.ts';
import { createFile, fileExists, replaceFile } from '@cloakroom/server-kit/files.ts';
import { backoff, type Backoff } from './backoff.ts';
import { newContents, type Contents, type PhraseState } from './contents.ts';
import { Keyring } from './keyring.ts';
import { KeyringError } from './keyringError.ts';
import type { Passphrase } from './passphrases.ts';
import { isWellFormed, lockOf, newLock, openFile, sealFile, type Lock } from './sealedFile.ts';
import { openKeyringFile } from './keyringFile.ts';

export type KeyringStore = {
  /** The path of a user's keyring. */
  pathOf(user: string): string;
  /** Whether there is a keyring, readable or not. Each call of a user asks that. */
  has(user: string): Promise<boolean>;
  /**
   * @param isTyped - whether a person typed the passphrase: then a wrong one delays the next attempt.
   * @throws {KeyringError} `wrong-passphrase` or `wait`, `unfit` for one from a file, `damaged`, `weakened`, `version`;
   *   `missing` if there is no such file. {StorageError} if it can't be read.
   */
  open(user: string, passphrase: string, isTyped: boolean): Promise<Keyring>;
  /**
   * Creates a keyring; null if there is one already, which is not changed.
   * @param phrase - `confirmed` if the seed comes from its words.
   */
  create(user: string, seed: Buffer, passphrase: Passphrase, phrase: PhraseState): Promise<Keyring | null>;
};

/**
 * @param cost - of the hash for passphrases that people choose.
 * @param now - replaces the clock of the wait after a wrong passphrase.
 * @param report - called with a sentence about each damaged file.
 */
export function openKeyringStore(
  folder: string,
  cost: PassphraseCost,
  now: (() => number) | undefined,
  report: ReportProblem,
): KeyringStore {
  const pathOf = (user: string) => join(folder, `${user}.json`);
  const attempts = new Map<string, { guard: Backoff; queue: LimitFunction }>();
  const attemptsOf = (user: string) => {
    const entry = attempts.get(user) ?? { guard: backoff(now), queue: pLimit(1) };
    attempts.set(user, entry);
    return entry;
  };
  /** The file of a keyring and its copy. @throws {StorageError} if neither can be read. */
  const read = async (user: string) => {
    const copies = await readCopies(pathOf(user));
    if (copies.some(({ text }) => text !== null)) return copies;
    for (const { error } of copies) if (error) throw error;
    throw new KeyringError('missing', `There is no keyring of user ${user} in ${folder}.`);
  };
  const opened = (user: string, contents: Contents, lock: Lock) =>
    new Keyring(user, contents, openKeyringFile({ path: pathOf(user), user, lock, cost, report }));
  const attempt = async (user: string, passphrase: string, guard: Backoff | null) => {
    guard?.check();
    const copies = await read(user);
    let firstError: KeyringError | null = null;
    let hasOpened = false;
    for (const [good, { text }] of copies.entries()) {
      if (text === null || (good === 1 && text === copies[0]?.text)) continue;
      try {
        const lock = await lockOf(text, user, passphrase);
        const contents = openFile(text, lock);
        if (!contents) continue;
        guard?.passed();
        const other = copies[1 - good]?.text;
        const isSound = other != null && contentsOf(other, lock) !== null;
        await repairCopies(pathOf(user), copies, { intact: good, isOtherIntact: isSound }, report);
        return opened(user, contents, lock);
      } catch (error) {
        if (!(error instanceof KeyringError)) throw error;
        firstError ??= error;
        // The passphrase fits, so the content is damaged.
        hasOpened ||= isWellFormed(text, user);
      }
    }
    // If a copy is well-formed, the passphrase may be wrong.
    if (
      firstError !== null &&
      (hasOpened || copies.every(({ text }) => text === null || !isWellFormed(text, user)))
    )
      throw firstError;
    throw guard ? wrongPassphrase(pathOf(user), guard.failed()) : unfit(pathOf(user));
  };
  return {
    pathOf,
    async has(user) {
      return (await fileExists(pathOf(user))) || fileExists(copyPath(pathOf(user)));
    },
    open(user, passphrase, isTyped) {
      if (!isTyped) return attempt(user, passphrase, null);
      // Attempts are serialized: concurrent ones would all pass the backoff.
      const { guard, queue } = attemptsOf(user);
      return queue(() => attempt(user, passphrase, guard));
    },
    async create(user, seed, passphrase, phrase) {
      const lock = await newLock(user, passphrase.text, passphrase.random ? minCost : cost);
      const contents = newContents(seed, new Date(), phrase);
      const text = sealFile(contents, lock);
      const isCreated = await createFile(pathOf(user), text);
      // The keyring exists. If its copy can't be written now, it is at the next change.
      if (isCreated) await replaceFile(copyPath(pathOf(user)), text).catch(() => undefined);
      return isCreated ? opened(user, contents, lock) : null;
    },
  };
}

/** The content of a file's text; null if it is damaged or of another keyring. */
function contentsOf(text: string, lock: Lock): Contents | null {
  try {
    return openFile(text, lock);
  } catch {
    return null;
  }
}

const wrongPassphrase = (path: string, seconds: number) =>
  new KeyringError(
    'wrong-passphrase',
    `The passphrase does not open the keyring ${path}, or that file was changed. Try again in ${seconds} s.`,
  );

const unfit = (path: string) =>
  new KeyringError(
    'unfit',
    `The passphrase on file does not open the keyring ${path}, or one of the two was changed. Unlock it by typing the right one.`,
  );
