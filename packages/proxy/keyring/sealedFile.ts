/** The keyring file: a plaintext header with the key derivation parameters, and the sealed contents. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { openBytes, sealBytes } from '@cloakroom/sealed-index/crypto/aead.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import { passphraseKey, saltBytes, isStrongEnough, type PassphraseCost } from '#proxy/crypto/passphrase.ts';
import { readContents, unknownVersion, type Contents } from './contents.ts';
import { KeyringError } from './keyringError.ts';
import { parseJson } from '@cloakroom/server-kit/parseJson.ts';

const Header = z.object({
  version: z.literal(1),
  user: z.string(),
  kdf: z.literal('argon2id'),
  // Upper limits, so that a damaged header cannot exhaust the machine; the minimum has its own error.
  memory: z
    .number()
    .int()
    .max(2 * 1024 * 1024),
  passes: z.number().int().max(64),
  lanes: z.number().int().max(16),
  salt: z.base64().transform((text) => Buffer.from(text, 'base64')),
});
type Header = z.infer<typeof Header>;
const SealedFile = Header.extend({ sealed: z.base64() });

/** A header and the key derived from a passphrase with it: enough to read and write that keyring. */
export type Lock = { header: Header; key: Buffer };

/** A new lock with a random salt. */
export async function newLock(user: string, passphrase: string, cost: PassphraseCost): Promise<Lock> {
  const header: Header = { version: 1, user, kdf: 'argon2id', ...cost, salt: randomBytes(saltBytes) };
  return { header, key: await passphraseKey(passphrase, header.salt, cost) };
}

/**
 * The lock of a stored keyring. Only {@link openFile} shows whether the passphrase is correct.
 * @throws {KeyringError} `damaged`, or `weakened` if the header's parameters are below the minimum.
 */
export async function lockOf(text: string, user: string, passphrase: string): Promise<Lock> {
  const { header } = read(text, user);
  return { header, key: await passphraseKey(passphrase, header.salt, header) };
}

/** Whether a text has the form of a user's keyring file. Its contents may still be damaged. */
export function isWellFormed(text: string, user: string): boolean {
  try {
    read(text, user);
    return true;
  } catch {
    return false;
  }
}

/** The text of a keyring file. Each call seals with a new nonce. */
export function sealFile(contents: Contents, { header, key }: Lock): string {
  const sealed = sealBytes(key, associatedOf(header), Buffer.from(JSON.stringify(contents)));
  const { salt, ...rest } = header;
  return `${JSON.stringify({ ...rest, salt: salt.toString('base64'), sealed: sealed.toString('base64') }, null, 2)}\n`;
}

/**
 * The contents of a keyring file; null if the lock does not open it: the passphrase is wrong or the file was changed.
 * @throws {KeyringError} `damaged`, `weakened` or `version`.
 */
export function openFile(text: string, { header, key }: Lock): Contents | null {
  const file = read(text, header.user);
  const message = openBytes(key, associatedOf(file.header), file.sealed);
  if (!message) return null;
  return readContents(message.toString(), header.user);
}

const associatedOf = ({ version, user, kdf, memory, passes, lanes, salt }: Header) =>
  canonical('keyring', version, user, kdf, memory, passes, lanes, salt);

function read(text: string, user: string): { header: Header; sealed: Buffer } {
  const value = parseJson(text);
  const version = Versioned.safeParse(value).data?.version ?? 1;
  if (version > 1) throw unknownVersion(user, version);
  const file = SealedFile.safeParse(value);
  if (!file.success || file.data.user !== user || file.data.salt.length !== saltBytes) throw damaged(user);
  const { sealed, ...header } = file.data;
  if (!isStrongEnough(header)) throw weakened(user);
  return { header, sealed: Buffer.from(sealed, 'base64') };
}

const Versioned = z.object({ version: z.number().int() });

const damaged = (user: string) =>
  new KeyringError(
    'damaged',
    `The keyring of user ${user} is damaged or belongs to another user. Put a backup in its place, or move it away and ` +
      'restore it from its 24 words.',
  );

const weakened = (user: string) =>
  new KeyringError(
    'weakened',
    `The keyring of user ${user} asks for weaker protection than this program allows, so the file was changed. Do not ` +
      'type the passphrase: put a backup in its place, or restore it from its 24 words.',
  );
