/** Caches the check of Basic credentials for a minute: programs send them with every call, and each check is slow. */
import { createHmac, randomBytes } from 'node:crypto';
import { PromiseCache } from '../promiseCache.ts';

const ttlMs = 60_000;

/** Results are stored under a keyed hash, with a random key for each process. Concurrent calls share one check. */
export class BasicCredentialCache {
  readonly #key = randomBytes(32);
  readonly #results: PromiseCache<boolean>;

  /** @param now - the time in milliseconds. */
  constructor(now: () => number) {
    this.#results = new PromiseCache(ttlMs, now);
  }

  /** @param parts - everything that the result depends on. @param check - called if no result is cached. */
  get(parts: readonly string[], check: () => Promise<boolean>): Promise<boolean> {
    const name = createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64');
    return this.#results.get(name, check);
  }
}

/** The password of an Authorization header; null for anything but Basic credentials. */
export function basicPassword(authorization: string | undefined): string | null {
  const [, credential] = /^basic +([\w+/=-]+) *$/i.exec(authorization ?? '') ?? [];
  if (credential === undefined) return null;
  const text = Buffer.from(credential, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : text.slice(colon + 1);
}

/** The token of an Authorization header; null for anything but a bearer token. */
export const bearerToken = (authorization: string | undefined): string | null =>
  /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
