/**
 * The form of API tokens, for both servers: `clkr_`, 30 random characters, and 6 of a checksum, all in base62. Secret scanners
 * recognize a token by its prefix, and dismiss other text by the checksum without asking the service.
 */
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import type { TokenVerb } from '@cloakroom/contract/tokenVerbs.ts';
import { forbidden } from './problem.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'clkr_';
/** 178 bits. */
const randomLength = 30;
/** The largest CRC-32 has six digits. */
const checksumLength = 6;
const tokenPattern = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
/** The number of characters of a token that are shown. */
const shownLength = prefix.length + 4;

/** The CRC-32 of the random characters, in base62 with leading zeros. */
function checksumOf(random: string): string {
  let value = crc32(random);
  let text = '';
  for (let digit = 0; digit < checksumLength; digit++) {
    text = digits[value % digits.length]! + text;
    value = Math.floor(value / digits.length);
  }
  return text;
}

/** A new token. */
export function newApiToken(): string {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)]).join('');
  return prefix + random + checksumOf(random);
}

/** Whether a string has the form of a token, with the right checksum. */
export function isApiToken(text: string): boolean {
  if (!tokenPattern.test(text)) return false;
  return checksumOf(text.slice(prefix.length, -checksumLength)) === text.slice(-checksumLength);
}

/** Whether a string was meant as an API token, judging by its prefix. */
export const looksLikeApiToken = (text: string): boolean => text.startsWith(prefix);

/** The characters of a token that are shown. */
export const shownPrefix = (token: string): string => token.slice(0, shownLength);

/** The hash under which a token is stored. A token is random, so a plain hash can't be reversed. */
export const apiTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The API token of an Authorization header, whether it is valid or not; null for other credentials. */
export function apiTokenIn(authorization: string | undefined): string | null {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && looksLikeApiToken(token) ? token : null;
}

/**
 * Requires that a token permits a call. An endpoint without verbs is closed to tokens; some are open to service accounts.
 * @param call - null for calls that are not in the contract.
 * @throws {HttpProblem} 403.
 */
export function requireTokenVerb(
  call: Pick<Endpoint, 'tokenVerbs' | 'openToServiceAccounts'> | null,
  {
    name,
    verbs,
    isServiceAccount,
  }: { name: string; verbs: readonly TokenVerb[]; isServiceAccount?: boolean },
): void {
  if (isServiceAccount && call?.openToServiceAccounts) return;
  const permittingVerbs = call?.tokenVerbs ?? [];
  if (permittingVerbs.some((verb) => verbs.includes(verb))) return;
  throw forbidden(
    permittingVerbs.length === 0
      ? `"${name}" is an API token, and API tokens may not make this call. Sign in with an e-mail address and a password instead.`
      : `The API token "${name}" permits ${listed(verbs)}. This call needs ${listed(permittingVerbs, 'or')}: create a token that permits it.`,
  );
}

/** Verbs as part of a sentence. */
const listed = (verbs: readonly TokenVerb[], word: 'and' | 'or' = 'and'): string =>
  verbs.length < 2 ? verbs.join('') : `${verbs.slice(0, -1).join(', ')} ${word} ${verbs.at(-1)}`;
