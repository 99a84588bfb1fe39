/** Reads and writes the file of an open keyring and its copy. */
import { rm, stat } from 'node:fs/promises';
import { createFile, setAside } from '@cloakroom/server-kit/files.ts';
import {
  copyPath,
  readCopies,
  repairCopies,
  replaceBoth,
  type ReportProblem,
} from '@cloakroom/server-kit/mirroredFile.ts';
import { minCost, type PassphraseCost } from '#proxy/crypto/passphrase.ts';
import type { Contents } from './contents.ts';
import { mergeContents } from './mergeContents.ts';
import type { KeyringFile } from './keyring.ts';
import { KeyringError } from './keyringError.ts';
import { lockOf, newLock, openFile, sealFile, type Lock } from './sealedFile.ts';

type KeyringFileOptions = {
  path: string;
  user: string;
  /** Opens the file as it is now. */
  lock: Lock;
  /** The cost of the hash for passphrases that people choose. */
  cost: PassphraseCost;
  /** Called with a sentence about each incident with the file. */
  report: ReportProblem;
};

/** The file of a keyring that is open. */
export function openKeyringFile({ path, user, lock: first, cost, report }: KeyringFileOptions): KeyringFile {
  let lock = first;
  let seenVersion: string | null = null;
  let reported = '';

  const reportOnce = (sentence: string) => {
    if (sentence !== reported) report(sentence);
    reported = sentence;
  };
  const write = async (contents: Contents) => {
    await replaceBoth(path, sealFile(contents, lock), report);
    seenVersion = await fileVersion(path);
    reported = '';
  };
  /** The content of the file and its copy. If one is damaged, it is restored from the other. */
  const readFiles = async () => {
    const copies = await readCopies(path);
    const [main] = copies;
    const states = copies.map(({ text }) => (text === null ? 'missing' : stateOf(text, lock)));
    // The file was replaced by another keyring, so the copy of the old one must not be used.
    if (states[0] === 'other') return { other: main!.text! };
    const good = states.findIndex((state) => typeof state === 'object');
    if (good >= 0) {
      const isSound = typeof states[1 - good] === 'object';
      await repairCopies(path, copies, { intact: good, isOtherIntact: isSound }, report);
      return states[good] as Contents;
    }
    for (const { error } of copies) if (error) throw error;
    const other = copies[states.indexOf('other')]?.text;
    if (other != null) return { other };
    return states.includes('damaged') ? ('damaged' as const) : null;
  };
  // Read again: another program of this user may have written it.
  const current = async (inMemory: Contents): Promise<Contents> => {
    const onDisk = await readFiles();
    if (onDisk === null) report(writtenAgainText(user, path));
    if (onDisk === 'damaged') await setAsideDamaged();
    if (onDisk === null || onDisk === 'damaged') return inMemory;
    if ('other' in onDisk) throw replacedError(path);
    return onDisk;
  };
  const setAsideDamaged = async () => {
    const aside = [await setAside(path), await setAside(copyPath(path))].filter((name) => name !== null);
    report(
      `The keyring ${path} was damaged while it was open. It is moved to ${aside.join(' and ')}, and written again as it was.`,
    );
  };

  /** Merges a file that this lock does not open: another program's, or a backup. */
  const mergeOther = async (text: string, inMemory: Contents, passphrase: string | null) => {
    if (passphrase === null) return null;
    const next = await lockOf(text, user, passphrase);
    const other = openFile(text, next);
    if (!other) return null;
    lock = next;
    const merged = { ...mergeContents(other, inMemory), identity: inMemory.identity ?? other.identity };
    await write(merged);
    report(`The keyring ${path} was replaced while it was open. The file now holds the keys of both.`);
    return merged;
  };

  const refresh = async (inMemory: Contents, passphrase: string | null): Promise<Contents> => {
    const version = await fileVersion(path);
    if (version !== null && version === seenVersion) return inMemory;
    const onDisk = await readFiles();
    if (onDisk === null) {
      // If another program creates one at the same moment, that one is merged the next time.
      const made = await createFile(path, sealFile(inMemory, lock));
      if (made) report(writtenAgainText(user, path));
      seenVersion = made ? await fileVersion(path) : null;
      return inMemory;
    }
    if (onDisk === 'damaged') {
      await setAsideDamaged();
      await write(inMemory);
      return inMemory;
    }
    const contents = 'other' in onDisk ? await mergeOther(onDisk.other, inMemory, passphrase) : onDisk;
    if (!contents) {
      reportOnce(replacedError(path).message);
      return inMemory;
    }
    seenVersion = await fileVersion(path);
    return contents;
  };

  return {
    async change(inMemory, edit) {
      const changed = edit(await current(inMemory));
      await write(changed);
      return changed;
    },
    async reseal(inMemory, { text, random }) {
      const contents = await current(inMemory);
      const next = await newLock(user, text, random ? minCost : cost);
      // Removed first, so that the old passphrase never opens a copy once the new one is set.
      await rm(copyPath(path), { force: true });
      lock = next;
      await write(contents);
    },
    async refresh(inMemory, passphrase) {
      try {
        return await refresh(inMemory, passphrase);
      } catch (error) {
        // Reading works from memory; a change that can't be written throws its own error.
        reportOnce(
          `The keyring ${path} can't be read or written just now: ${error instanceof Error ? error.message : String(error)} It stays open and is used from memory.`,
        );
        return inMemory;
      }
    },
  };
}

/** The content of a file's text; `other` for another keyring's. @throws {KeyringError} `version`. */
function stateOf(text: string, lock: Lock): Contents | 'other' | 'damaged' {
  try {
    return openFile(text, lock) ?? 'other';
  } catch (error) {
    if (error instanceof KeyringError && (error.code === 'damaged' || error.code === 'weakened'))
      return 'damaged';
    throw error;
  }
}

/** A string that changes whenever the file does; null if there is none. */
async function fileVersion(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  return found && `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

const writtenAgainText = (user: string, path: string) =>
  `The keyring of user ${user} was open and its file was gone. It was written again: ${path}`;

const replacedError = (path: string) =>
  new KeyringError(
    'damaged',
    `The keyring ${path} was replaced while it was in use. Lock it and open it again.`,
  );
