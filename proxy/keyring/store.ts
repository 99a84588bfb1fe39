/** Keeps one open keyring in its file, whatever happens to that file meanwhile. */
import { rename, stat } from 'node:fs/promises';
import { leastCost, type PassphraseCost } from '#proxy/crypto/passphrase.ts';
import { createFile, readIfThere, replaceFile } from '#proxy/files.ts';
import type { Contents } from './contents.ts';
import { joined } from './joining.ts';
import type { Store } from './keyring.ts';
import { KeyringError } from './keyringError.ts';
import { lockOf, newLock, openFile, sealFile, type Lock } from './sealedFile.ts';

type StoreOptions = {
  path: string;
  user: string;
  /** What opens the file now. */
  lock: Lock;
  /** Of a guess at a passphrase that a person chose. */
  cost: PassphraseCost;
  /** Receives one sentence for each thing that happened to the file. */
  report: (sentence: string) => void;
};

/** The store of a keyring that is open. */
export function openStore({ path, user, lock: first, cost, report }: StoreOptions): Store {
  let lock = first;
  let seen: string | null = null;
  let reported = '';

  const reportOnce = (sentence: string) => {
    if (sentence !== reported) report(sentence);
    reported = sentence;
  };
  const write = async (contents: Contents) => {
    await replaceFile(path, sealFile(contents, lock));
    seen = await markOf(path);
    reported = '';
  };
  // Read again: another program of this user may have written in between.
  const present = async (held: Contents): Promise<Contents> => {
    const text = await readIfThere(path);
    if (text === null) report(writtenBack(user, path));
    const contents = text === null ? held : openFile(text, lock);
    if (!contents) throw replaced(path);
    return contents;
  };
  const setAside = async (held: Contents) => {
    const aside = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    await rename(path, aside);
    await write(held);
    report(
      `The keyring ${path} was damaged while it was open. It is moved to ${aside}, and written again as it was.`,
    );
    return held;
  };

  /** A file that this lock does not open: the one of another program or a backup. */
  const join = async (text: string, held: Contents, passphrase: string | null) => {
    if (passphrase === null) return null;
    const next = await lockOf(text, user, passphrase);
    const other = openFile(text, next);
    if (!other) return null;
    lock = next;
    const both = { ...joined(other, held), identity: held.identity ?? other.identity };
    await write(both);
    report(`The keyring ${path} was replaced while it was open. The file now holds the keys of both.`);
    return both;
  };

  const refreshed = async (held: Contents, passphrase: string | null): Promise<Contents> => {
    const mark = await markOf(path);
    if (mark !== null && mark === seen) return held;
    const text = await readIfThere(path);
    if (text === null) {
      // Another program may make one at the same moment: then that one is joined the next time.
      const made = await createFile(path, sealFile(held, lock));
      if (made) report(writtenBack(user, path));
      seen = made ? await markOf(path) : null;
      return held;
    }
    try {
      const contents = openFile(text, lock) ?? (await join(text, held, passphrase));
      if (!contents) {
        reportOnce(replaced(path).message);
        return held;
      }
      seen = await markOf(path);
      return contents;
    } catch (error) {
      if (error instanceof KeyringError && (error.code === 'damaged' || error.code === 'weakened'))
        return setAside(held);
      throw error;
    }
  };

  return {
    async change(held, edit) {
      const changed = edit(await present(held));
      await write(changed);
      return changed;
    },
    async relock(held, { text, random }) {
      const contents = await present(held);
      const next = await newLock(user, text, random ? leastCost : cost);
      lock = next;
      await write(contents);
    },
    async refresh(held, passphrase) {
      try {
        return await refreshed(held, passphrase);
      } catch (error) {
        // The open keyring needs no file to be read from; a change that can't be written throws by itself.
        reportOnce(
          `The keyring ${path} can't be read or written just now: ${error instanceof Error ? error.message : String(error)} It stays open, and goes on from memory.`,
        );
        return held;
      }
    },
  };
}

/** A text that changes whenever the file does; null when there is none. */
async function markOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  return found && `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

const writtenBack = (user: string, path: string) =>
  `The keyring of user ${user} was open and its file was gone. It was written again: ${path}`;

const replaced = (path: string) =>
  new KeyringError(
    'damaged',
    `The keyring ${path} was replaced while it was in use. Lock it and open it again.`,
  );
