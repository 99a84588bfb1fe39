/** Letters that the mail server didn't take: kept on the disk and tried again until it does, or for three days. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../newId.ts';
import type { Letter } from './letter.ts';

const everyMs = 60_000;
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
  const retryOne = async (name: string) => {
    const file = join(folder, name);
    try {
      await deliver(JSON.parse(await readFile(file, 'utf8')) as Letter);
    } catch (error) {
      // Names begin with when it was kept.
      if (Date.now() - Number.parseInt(name) < keptForMs) throw error;
      onTrouble(`A mail could not be sent for three days and was given up: ${reason(error)}`);
    }
    await rm(file);
  };
  const retry = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
    for (const name of names) await retryOne(name).catch((error: unknown) => onTrouble(kept(error)));
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
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${Date.now()}-${newId()}.json`);
      await writeFile(`${file}.part`, JSON.stringify(letter), { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => clearInterval(timer),
  };
}

const kept = (error: unknown) => `A mail could not be sent and is kept to be sent later: ${reason(error)}`;

/** Mail servers quote addresses when they refuse. */
const reason = (error: unknown) => (error as Error).message.replace(/\S+@\S+/g, '[address]');
