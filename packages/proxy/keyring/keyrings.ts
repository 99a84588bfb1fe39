/** The keyrings of one machine: one for each user, opened on demand. */
import { randomBytes } from 'node:crypto';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { defaultCost, type PassphraseCost } from '#proxy/crypto/passphrase.ts';
import type { Keyring } from './keyring.ts';
import {
  KeyringError,
  locked,
  missing,
  oldPassphraseNeeded,
  passphraseInSettings,
  phraseUnseen,
} from './keyringError.ts';
import {
  openPassphrases,
  type PassphrasePlace,
  type Passphrase,
  type SharedPassphrase,
} from './passphrases.ts';
import { seedOf } from './phrase.ts';
import { openKeyringStore } from './keyringStore.ts';
import { openVerifiers, type Verifiers } from '../sessions/verifiers.ts';

/** How long a keyring that was opened with a typed passphrase stays open without use. */
export const idleTimeoutMs = 15 * 60 * 1000;

export type KeyringsOptions = {
  /** A file with the passphrase of every keyring. Without it each has its own file, or the user types the passphrase. */
  passphraseFile?: string | undefined;
  /** A command that prints the passphrase of every keyring, in place of a file. */
  passphraseCommand?: string | undefined;
  /** Called with a sentence when a keyring is created, and when a file is damaged. */
  report?: (sentence: string) => void;
  /** The cost of the hash for passphrases that people choose. Random passphrases use the minimum. */
  cost?: PassphraseCost;
  /** Replaces the clock of the wait after a wrong passphrase. */
  now?: () => number;
};

/** All methods throw {@link KeyringError}, and {@link RangeError} for an invalid user id. */
export type Keyrings = {
  /**
   * The user's keyring. Call it for each use: an idle keyring is locked, and a file that another program wrote is read again.
   * Concurrent calls share one opening.
   * @param beforeCreating - called if there is no keyring; then one is created, unless this throws. Without it `missing` is thrown.
   */
  forUser(user: string, beforeCreating?: () => Promise<void>): Promise<Keyring>;
  /** Opens the keyring with a typed passphrase. */
  unlock(user: string, passphrase: string): Promise<Keyring>;
  /**
   * Restores keys from their 24 words: creates a missing keyring, under a typed passphrase or one on file, or adds the seed to
   * an existing one. The caller has to check that the words are the user's.
   * @throws {KeyringError} `phrase` for invalid words, `locked` if an existing keyring is locked.
   */
  restore(user: string, phrase: string, options?: RestoreOptions): Promise<Keyring>;
  /**
   * Sets or changes a passphrase that the user chooses; the passphrase file is removed. The keyring stays open.
   * @throws {KeyringError} `wrong-passphrase` or `wait` if the old one is required and missing or wrong; `phrase` before the
   *   words were confirmed or waived; `setting` if the settings name a passphrase file.
   */
  setPassphrase(user: string, passphrase: string, old?: string): Promise<void>;
  /**
   * The keyring and where its passphrase is. This call does not postpone the idle lock.
   * @param beforeCreating - as for `forUser`.
   */
  status(user: string, beforeCreating?: () => Promise<void>): Promise<KeyringStatus>;
  /** Closes the keyring. Methods of references to it throw `locked`. */
  lock(user: string): void;
  /**
   * Whether there is a keyring, open or on disk, and where its passphrase is. Waits for one that is being created or opened.
   */
  presence(user: string): Promise<'none' | PassphrasePlace>;
  /** Verifiers of the users' account passwords. */
  readonly verifiers: Verifiers;
};

/** `keyring` is null while it is locked. */
export type KeyringStatus = { keyring: Keyring | null; passphrase: PassphrasePlace };

type RestoreOptions = {
  passphrase?: string;
  /** Whether a schema uses a key of a seed, so that its words need a backup. By default every seed counts as used. */
  isNeeded?: (seed: Buffer) => boolean;
};

type OpenEntry = { keyring: Promise<Keyring>; timer: NodeJS.Timeout | null };

/** The passphrase of the settings, for {@link openKeyrings}. */
const sharedPassphrase = ({
  passphraseFile,
  passphraseCommand,
}: KeyringsOptions): SharedPassphrase | undefined =>
  passphraseFile !== undefined
    ? { file: passphraseFile }
    : passphraseCommand !== undefined
      ? { command: passphraseCommand }
      : undefined;

/** Opens a folder of keyrings, by user id. It is created with the first keyring. */
export function openKeyrings(folder: string, options: KeyringsOptions = {}): Keyrings {
  const report = options.report ?? (() => undefined);
  const files = openKeyringStore(folder, options.cost ?? defaultCost, options.now, report);
  const shared = sharedPassphrase(options);
  const passphraseFiles = openPassphrases(folder, shared, report);
  const storedPlace: PassphrasePlace = shared ? 'settings' : 'file';
  const entries = new Map<string, OpenEntry>();

  const lock = (user: string) => {
    const entry = entries.get(user);
    entries.delete(user);
    if (entry?.timer) clearTimeout(entry.timer);
    entry?.keyring.then((keyring) => keyring.close()).catch(() => undefined);
  };

  const keepOpen = (user: string, keyring: Promise<Keyring>, typed: boolean) => {
    const entry = { keyring, timer: typed ? setTimeout(lock, idleTimeoutMs, user).unref() : null };
    entries.set(user, entry);
    keyring.catch(() => {
      if (entries.get(user) === entry) lock(user);
    });
    return keyring;
  };

  const openOrCreate = async (user: string, beforeCreating?: () => Promise<void>): Promise<Keyring> => {
    if (await files.has(user)) {
      return openByFile(user, await passphraseFiles.candidates(user));
    }
    if (!beforeCreating) throw missing(user, files.pathOf(user));
    await beforeCreating();
    return create(user, randomBytes(32), await passphraseFiles.ofOrCreate(user));
  };

  /** The open keyring, updated from its file. Missing keyring and passphrase files are written again. */
  const refresh = async (user: string, { keyring: opening, timer }: OpenEntry): Promise<Keyring> => {
    const keyring = await opening;
    const known = await passphraseFiles.of(user).catch(() => null);
    await keyring.refresh(known);
    if (timer === null && known === null && !shared && entries.get(user)?.keyring === opening)
      await createPassphraseFile(user, keyring);
    return keyring;
  };

  const createPassphraseFile = async (user: string, keyring: Keyring) => {
    try {
      const passphrase = passphraseFiles.newPassphrase();
      // The file first: only its words would open a keyring that is sealed under a passphrase without a file.
      if (!(await passphraseFiles.createFile(user, passphrase))) {
        // Throws the reason, unless another program has just created the file.
        await passphraseFiles.of(user);
        return;
      }
      await keyring.setPassphrase(passphrase).catch(async (error: unknown) => {
        await passphraseFiles.remove(user);
        throw error;
      });
      report(`Created a new passphrase file because the old one was gone: ${passphraseFiles.pathOf(user)}`);
    } catch (error) {
      report(`There is no passphrase in ${passphraseFiles.pathOf(user)}, and no file can be created: ${error instanceof Error ? error.message : String(error)}`); // prettier-ignore
    }
  };

  /** Opens with the first passphrase on file that fits; file and copy may differ if one is damaged. */
  const openByFile = async (user: string, candidates: string[]): Promise<Keyring> => {
    let refusal: unknown = locked(user);
    for (const passphrase of candidates)
      try {
        const keyring = await files.open(user, passphrase, false);
        await passphraseFiles.confirm(user, passphrase);
        return keyring;
      } catch (error) {
        if (!(error instanceof KeyringError) || error.code !== 'unfit') throw error;
        refusal = error;
      }
    throw refusal;
  };

  /** Creates a keyring, or opens the one that another program has just created. */
  const create = async (user: string, seed: Buffer, passphrase: Passphrase) => {
    const keyring = await files.create(user, seed, passphrase, 'unseen');
    if (!keyring) return files.open(user, passphrase.text, false);
    const place =
      shared && 'command' in shared
        ? 'the one that KEYRING_PASSPHRASE_COMMAND prints'
        : `in ${passphraseFiles.pathOf(user)}, readable by you alone`;
    report(
      `Made a keyring for user ${user}: ${files.pathOf(user)}. Its passphrase is ${place}. ` +
        'Write down its 24 recovery words: without them, or this file and its passphrase, no one can read your data again.',
    );
    return keyring;
  };

  const unlock = async (user: string, passphrase: string): Promise<Keyring> => {
    checkUser(user);
    const keyring = await files.open(user, passphrase, true);
    // The passphrase in the file is older than the typed one.
    if (!shared && (await passphraseFiles.of(user)) !== passphrase) await passphraseFiles.remove(user);
    for (;;) {
      const entry = entries.get(user);
      if (!entry) return keepOpen(user, Promise.resolve(keyring), true);
      // A concurrent call without the passphrase is refused, and its entry is removed by then.
      const present = await entry.keyring.catch(() => null);
      if (!present) continue;
      await present.refresh(passphrase);
      return present;
    }
  };

  const forUser = async (user: string, beforeCreating?: () => Promise<void>): Promise<Keyring> => {
    checkUser(user);
    const entry = entries.get(user);
    entry?.timer?.refresh();
    if (entry) return refresh(user, entry);
    // Not shared with concurrent calls, which may create one.
    if (!beforeCreating && !(await files.has(user))) throw missing(user, files.pathOf(user));
    return entries.get(user)?.keyring ?? keepOpen(user, openOrCreate(user, beforeCreating), false);
  };

  /** Whether the user has to type the passphrase. */
  const isTyped = async (user: string) =>
    (await files.has(user)) && (await passphraseFiles.of(user)) === null;

  return {
    verifiers: openVerifiers(folder, report),
    lock,
    forUser,
    async presence(user) {
      checkUser(user);
      for (;;) {
        const entry = entries.get(user);
        await entry?.keyring.catch(() => undefined);
        const isOnDisk = await files.has(user);
        // An opening has begun or failed meanwhile.
        if (entries.get(user) !== entry) continue;
        if (!isOnDisk) return entry === undefined ? 'none' : entry.timer ? 'own' : storedPlace;
        return (await passphraseFiles.of(user).catch(() => null)) === null ? 'own' : storedPlace;
      }
    },
    unlock,
    async restore(user, phrase, { passphrase, isNeeded = () => true } = {}) {
      checkUser(user);
      const seed = seedOf(phrase);
      if (!entries.has(user) && !(await files.has(user))) {
        const secret =
          passphrase === undefined
            ? await passphraseFiles.ofOrCreate(user)
            : { text: passphrase, random: false };
        const made = await files.create(user, seed, secret, 'confirmed');
        if (made) return keepOpen(user, Promise.resolve(made), passphrase !== undefined);
      }
      const keyring = await forUser(user);
      await keyring.join(seed, isNeeded);
      return keyring;
    },
    async setPassphrase(user, passphrase, old) {
      checkUser(user);
      if (shared) throw passphraseInSettings(passphraseFiles.pathOf(user));
      const typed = await isTyped(user);
      if (typed && old === undefined) throw oldPassphraseNeeded();
      const keyring = await (typed ? unlock(user, old ?? '') : forUser(user));
      if (keyring.phraseState === 'unseen') throw phraseUnseen();
      await keyring.setPassphrase({ text: passphrase, random: false });
      // Before the file is removed, so that no other call creates it again.
      if (!entries.get(user)?.timer) await keepOpen(user, Promise.resolve(keyring), true);
      // Removed last, so that one of the two passphrases always opens the keyring.
      await passphraseFiles.remove(user);
    },
    async status(user, beforeCreating) {
      checkUser(user);
      const entry = entries.get(user);
      if (entry) await refresh(user, entry).catch(() => undefined);
      const typed = await isTyped(user);
      const opening =
        entries.get(user)?.keyring ??
        (typed ? null : keepOpen(user, openOrCreate(user, beforeCreating), false));
      const keyring = await (opening?.catch((error: unknown) => {
        // Locked by a concurrent call.
        if (error instanceof KeyringError && (error.code === 'unfit' || error.code === 'locked')) return null;
        throw error;
      }) ?? null);
      return { keyring, passphrase: typed ? 'own' : storedPlace };
    },
  };
}

/** The id is used as a file name. */
function checkUser(user: string): void {
  if (!shortIdPattern.test(user)) throw new RangeError('A keyring belongs to a user id of 22 characters.');
}
