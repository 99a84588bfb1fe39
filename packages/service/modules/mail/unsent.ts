/** Letters that the mail server didn't take: kept on the disk and tried again until it does, or for three days. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { copyOf, DamagedFile, mirroredFile } from '@cloakroom/server-kit/mirroredFile.ts';
import { storageErrorOf } from '@cloakroom/server-kit/storageError.ts';
import { newId } from '../../newId.ts';
import type { Letter } from './letter.ts';

const everyMs = 60_000;
const KeptLetter = z.object({ to: z.string(), subject: z.string(), text: z.string() });
/** A refusal that lasts longer is an answer. */
const keptForMs = 3 * 24 * 60 * 60 * 1000;

/**
 * The kept letters of a data folder; tries each of them each minute, those of an earlier run as well.
 * @param deliver - rejects when the mail server doesn't take a letter.
 * @param onTrouble - told of every failure in a sentence without anybody's address.
 */
export function openUnsent(
  dataDir: string,
  deliver: (letter: Letter) => Promise<void>,
  onTrouble: (sentence: string) => void,
  intervalMs = everyMs,
): { keep: (letter: Letter, why: unknown) => Promise<void>; close: () => void } {
  const folder = join(dataDir, 'unsent');
  const fileOf = (name: string) => mirroredFile(join(folder, name), KeptLetter, onTrouble);
  /** Files that are being written, and those of mails that are sent and could not be removed yet. */
  const writing = new Set<string>();
  const done = new Set<string>();
  const retryOne = async (name: string) => {
    const file = fileOf(name);
    if (!done.has(name)) {
      const letter = await file.read();
      if (!letter) return;
      try {
        await deliver(letter);
      } catch (error) {
        // Names begin with when it was kept.
        if (Date.now() - Number.parseInt(name) < keptForMs) throw error;
        onTrouble(`A mail could not be sent for three days and was given up: ${reason(error)}`);
      }
    }
    try {
      // The copy first: alone it would count as the mail.
      for (const path of [copyOf(file.path), file.path]) await rm(path, { force: true });
      done.delete(name);
    } catch (error) {
      if (!done.has(name)) onTrouble(notRemoved(file.path, error));
      done.add(name);
    }
  };
  const retry = async () => {
    const names = (await readdir(folder).catch(() => [])).flatMap(
      (name) => /^(.*[.]json)([.]copy)?$/.exec(name)?.[1] ?? [],
    );
    for (const name of [...new Set(names)].filter((one) => !writing.has(one)).sort())
      await retryOne(name).catch((error: unknown) =>
        onTrouble(error instanceof DamagedFile ? damaged(error) : kept(error)),
      );
  };
  let trying = false;
  const timer = setInterval(() => {
    // A silent mail server may take longer over many letters.
    if (trying) return;
    trying = true;
    void retry().finally(() => {
      trying = false;
    });
  }, intervalMs);
  timer.unref();
  return {
    keep: async (letter, why) => {
      onTrouble(kept(why));
      const { to, subject, text } = letter;
      const name = `${Date.now()}-${newId()}.json`;
      writing.add(name);
      await fileOf(name)
        .write({ to, subject, text })
        .finally(() => writing.delete(name));
    },
    close: () => clearInterval(timer),
  };
}

const notRemoved = (path: string, error: unknown) =>
  `A mail is sent, and its file can’t be removed, so it is sent again when the service starts again. ${storageErrorOf(error, path)?.message ?? reason(error)}`;

const damaged = ({ path, aside }: DamagedFile) =>
  `A mail that was to be sent is damaged, and so is its copy: ${path}. It was set aside as ${aside.join(' and ')}, and is not sent: whoever waits for it has to ask for it again.`;

const kept = (error: unknown) => `A mail could not be sent and is kept to be sent later: ${reason(error)}`;

/** Mail servers quote addresses when they refuse. */
const reason = (error: unknown) => (error as Error).message.replace(/\S+@\S+/g, '[address]');
