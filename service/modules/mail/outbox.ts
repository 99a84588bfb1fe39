/** The outbox: one `.eml` file a mail, for a machine without a mail server. */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../newId.ts';

const folderOf = (dataDir: string) => join(dataDir, 'outbox');
const shown = 200;

/** Keep a finished message. Written aside and renamed: no reader ever sees half a mail. */
export async function keepInOutbox(dataDir: string, message: Buffer): Promise<void> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${newId()}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

export type KeptLetter = { to: string; subject: string; date: string; text: string };

/** The latest letters, newest first. */
export async function readOutbox(dataDir: string): Promise<KeptLetter[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const latest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
    .slice(0, shown);
  return Promise.all(latest.map(async (name) => readLetter(await readFile(join(folderOf(dataDir), name)))));
}

/** Read one of our own messages back: `openMail` writes them in one part, its text as it is. */
function readLetter(message: Buffer): KeptLetter {
  const whole = message.toString('utf8');
  const end = whole.indexOf('\r\n\r\n');
  const head = whole.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  return {
    to: header('To'),
    subject: decodedWords(header('Subject')),
    date: header('Date'),
    text: whole.slice(end).trim().replaceAll('\r\n', '\n'),
  };
}

/** A header's text: what isn't ASCII travels as encoded words (RFC 2047), here always in base64. */
const decodedWords = (text: string) =>
  text.replace(/=\?utf-8\?b\?([^?]*)\?=\s*/gi, (_, word: string) =>
    Buffer.from(word, 'base64').toString('utf8'),
  );
