/** The outbox: one `.eml` file a mail, and a copy of it, for a machine without a mail server. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readCopies, repairCopies, replaceBoth } from '@cloakroom/server-kit/mirroredFile.ts';
import { newId } from '../../newId.ts';

const folderOf = (dataDir: string) => join(dataDir, 'outbox');
const shown = 200;

export type StoredLetter = { id: string; to: string; subject: string; date: string; text: string };

/**
 * Keep a letter. Written aside and renamed: no reader ever sees half a mail.
 * @throws {StorageError} when the disk doesn't take it.
 */
export async function storeInOutbox(
  dataDir: string,
  letter: { from: string; to: string; subject: string; text: string },
): Promise<void> {
  const now = new Date();
  const name = `${now.toISOString().replaceAll(':', '-')}-${newId()}.eml`;
  await replaceBoth(join(folderOf(dataDir), name), messageOf(letter, now));
}

/** The names of the kept mails without their ending: their ids, the newest first. */
async function idsIn(dataDir: string): Promise<string[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const ids = names.flatMap((name) => /^(.*)[.]eml(?:[.]copy)?$/.exec(name)?.[1] ?? []);
  return [...new Set(ids)].sort().reverse();
}

/** The latest letters, newest first. One that can't be read any more is there with the reason. */
export async function readOutbox(dataDir: string): Promise<StoredLetter[]> {
  const latest = (await idsIn(dataDir)).slice(0, shown);
  return Promise.all(latest.map((id) => read(dataDir, id)));
}

/** One letter by its id; undefined when there is none. Only names that the folder lists are opened. */
export async function readLetter(dataDir: string, id: string): Promise<StoredLetter | undefined> {
  return (await idsIn(dataDir)).includes(id) ? read(dataDir, id) : undefined;
}

async function read(dataDir: string, id: string): Promise<StoredLetter> {
  const path = join(folderOf(dataDir), `${id}.eml`);
  const copies = await readCopies(path);
  const good = copies.findIndex(({ text }) => text !== null && isWhole(text));
  if (good < 0) {
    const why = copies.find(({ error }) => error)?.error?.message ?? `${path} is damaged.`;
    return {
      id,
      to: '',
      subject: 'A mail that can’t be read',
      date: '',
      text: `${why} Ask for this mail again.`,
    };
  }
  await repairCopies(path, copies, { good, isSound: false }, () => undefined);
  return { id, ...readMessage(copies[good]!.text!) };
}

/** As a mail, its text unencoded: links stay whole, and the file can be read with bare eyes. */
function messageOf(letter: { from: string; to: string; subject: string; text: string }, date: Date): string {
  const message = [
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
  return `${checksum}: ${digestOf(message)}\r\n${message}`;
}

/** The header that a mail begins with: SHA-256 of what follows it. Mails of earlier versions have none. */
const checksum = 'X-Checksum';
const digestOf = (message: string) => createHash('sha256').update(message).digest('hex');

function isWhole(text: string): boolean {
  const [line, digest] = /^X-Checksum: ([0-9a-f]{64})\r\n/.exec(text) ?? [''];
  return digest === undefined ? text.startsWith('From: ') : digestOf(text.slice(line.length)) === digest;
}

/** A header is one line (an organization's name may end in it), and beyond ASCII an encoded word (RFC 2047). */
function headerText(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ');
  return /^[ -~]*$/.test(line) ? line : `=?utf-8?B?${Buffer.from(line).toString('base64')}?=`;
}

function readMessage(message: string): Omit<StoredLetter, 'id'> {
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
