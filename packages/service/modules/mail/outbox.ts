/** The outbox of a machine without a mail server: one `.eml` file for each mail, and a copy of it. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readCopies, repairCopies, replaceBoth } from '@cloakroom/server-kit/mirroredFile.ts';
import { newId } from '../../newId.ts';
import type { MailMessage } from './mailMessage.ts';

const folderOf = (dataDir: string) => join(dataDir, 'outbox');
const maxListed = 200;

export type StoredMail = { id: string; to: string; subject: string; date: string; text: string };

/**
 * Stores a mail. It is written to a temporary file and renamed, so no reader sees an incomplete mail.
 * @throws {StorageError} if it can't be written.
 */
export async function storeInOutbox(dataDir: string, message: MailMessage & { from: string }): Promise<void> {
  const now = new Date();
  const name = `${now.toISOString().replaceAll(':', '-')}-${newId()}.eml`;
  await replaceBoth(join(folderOf(dataDir), name), await composeMessage(message, now));
}

/** The ids of the stored mails, which are their names without the extension; newest first. */
async function idsIn(dataDir: string): Promise<string[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  const ids = names.flatMap((name) => /^(.*)[.]eml(?:[.]copy)?$/.exec(name)?.[1] ?? []);
  return [...new Set(ids)].sort().reverse();
}

/** The latest mails, newest first. A damaged one is listed with the reason. */
export async function readOutbox(dataDir: string): Promise<StoredMail[]> {
  const latest = (await idsIn(dataDir)).slice(0, maxListed);
  return Promise.all(latest.map((id) => read(dataDir, id)));
}

/** One mail by its id; undefined if there is none. Only names that the folder lists are opened. */
export async function readMail(dataDir: string, id: string): Promise<StoredMail | undefined> {
  return (await idsIn(dataDir)).includes(id) ? read(dataDir, id) : undefined;
}

async function read(dataDir: string, id: string): Promise<StoredMail> {
  const path = join(folderOf(dataDir), `${id}.eml`);
  const copies = await readCopies(path);
  const intact = copies.findIndex(({ text }) => text !== null && isIntact(text));
  if (intact < 0) {
    const reason = copies.find(({ error }) => error)?.error?.message ?? `${path} is damaged.`;
    return {
      id,
      to: '',
      subject: 'A mail that can’t be read',
      date: '',
      text: `${reason} Ask for this mail again.`,
    };
  }
  await repairCopies(path, copies, { intact, isOtherIntact: false }, () => undefined);
  return { id, ...(await parseMessage(copies[intact]!.text!)) };
}

/** A line break in a subject adds no header: the composer writes each header as one line. */
async function composeMessage(
  { to, ...message }: MailMessage & { from: string },
  date: Date,
): Promise<string> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const mail = { ...message, to: { name: '', address: to }, date, newline: 'windows' };
  const text = (await new MailComposer(mail).compile().build()).toString('utf8');
  return `${checksumHeader}: ${digestOf(text)}\r\n${text}`;
}

/** The first header of a stored mail: SHA-256 of everything after it. Mails of earlier versions have none. */
const checksumHeader = 'X-Checksum';
const digestOf = (message: string) => createHash('sha256').update(message).digest('hex');

function isIntact(text: string): boolean {
  const [line, digest] = /^X-Checksum: ([0-9a-f]{64})\r\n/.exec(text) ?? [''];
  return digest === undefined ? text.startsWith('From: ') : digestOf(text.slice(line.length)) === digest;
}

async function parseMessage(message: string): Promise<Omit<StoredMail, 'id'>> {
  const { default: PostalMime } = await import('postal-mime');
  const { to, subject = '', headers, text = '' } = await PostalMime.parse(message);
  return {
    to: to?.[0]?.address ?? '',
    subject,
    date: headers.find(({ key }) => key === 'date')?.value ?? '',
    text: text.trim(),
  };
}
