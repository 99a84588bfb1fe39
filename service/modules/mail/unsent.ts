/** Letters that the mail server didn't take: kept on the disk and tried again until it does. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../newId.ts';
import type { Letter } from './letter.ts';

const everyMs = 60_000;

/**
 * The kept letters of a data folder; tries them each minute, those of an earlier run as well.
 * @param deliver - rejects when the mail server doesn't take a letter.
 */
export function openUnsent(
  dataDir: string,
  deliver: (letter: Letter) => Promise<void>,
  onTrouble: (error: Error) => void,
  intervalMs = everyMs,
): { keep: (letter: Letter) => Promise<void>; close: () => void } {
  const folder = join(dataDir, 'unsent');
  const retry = async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
    for (const name of names) {
      const file = join(folder, name);
      await deliver(JSON.parse(await readFile(file, 'utf8')) as Letter);
      await rm(file);
    }
  };
  let trying = Promise.resolve();
  const timer = setInterval(() => {
    trying = trying.then(retry).catch((error: unknown) => onTrouble(error as Error));
  }, intervalMs);
  timer.unref();
  return {
    keep: async (letter) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${Date.now()}-${newId()}.json`);
      await writeFile(`${file}.part`, JSON.stringify(letter), { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => clearInterval(timer),
  };
}
