/** The outbox: one `.eml` file a mail, for a machine without a mail server. */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../newId.ts';

const folderOf = (dataDir: string) => join(dataDir, 'outbox');
const shown = 200;

export type KeptLetter = { to: string; subject: string; date: string; text: string };

/** Keep a letter. Written aside and renamed: no reader ever sees half a mail. */
export async function keepInOutbox(
  dataDir: string,
  letter: { from: string; to: string; subject: string; text: string },
): Promise<void> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  const file = join(folder, `${now.toISOString().replaceAll(':', '-')}-${newId()}.eml`);
  await writeFile(`${file}.part`, messageOf(letter, now), { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** The latest letters, newest first. */
export async function readOutbox(dataDir: string): Promise<KeptLetter[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const latest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
    .slice(0, shown);
  return Promise.all(
    latest.map(async (name) => readMessage(await readFile(join(folderOf(dataDir), name), 'utf8'))),
  );
}

/** As a mail, its text unencoded: links stay whole, and the file can be read with bare eyes. */
const messageOf = (letter: { from: string; to: string; subject: string; text: string }, date: Date): string =>
  [
    `From: ${headerText(letter.from)}`,
    `To: ${headerText(letter.to)}`,
    `Subject: ${headerText(letter.subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    letter.text.replaceAll('\n', '\r\n'),
  ].join('\r\n');

/** A header is one line (an organization's name may end in it), and beyond ASCII an encoded word (RFC 2047). */
function headerText(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ');
  return /^[ -~]*$/.test(line) ? line : `=?utf-8?B?${Buffer.from(line).toString('base64')}?=`;
}

function readMessage(message: string): KeptLetter {
  const end = message.indexOf('\r\n\r\n');
  const head = message.slice(0, end);
  const header = (name: string) =>
    (new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '').replace(
      /=\?utf-8\?B\?(.*)\?=/,
      (_, word: string) => Buffer.from(word, 'base64').toString('utf8'),
    );
  return {
    to: header('To'),
    subject: header('Subject'),
    date: header('Date'),
    text: message.slice(end).replaceAll('\r\n', '\n').trim(),
  };
}
