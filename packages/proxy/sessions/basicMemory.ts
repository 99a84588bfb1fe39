/** What a check of Basic credentials found, for a minute: programs send them on hundreds of calls, and each check is slow. */
import { createHmac, randomBytes } from 'node:crypto';

const memoryMs = 60_000;
const maxEntries = 1_000;

/** Remembers results under a keyed hash, whose key is this process's own. Calls at the same time share one check. */
export class BasicMemory {
  readonly #key = randomBytes(32);
  readonly #now: () => number;
  readonly #results = new Map<string, { until: number; result: Promise<boolean> }>();

  /** @param now - the time in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param parts - everything that the result depends on. @param check - is called where nothing is remembered. */
  recall(parts: readonly string[], check: () => Promise<boolean>): Promise<boolean> {
    const name = createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64');
    const known = this.#results.get(name);
    if (known && known.until > this.#now()) return known.result;
    const result = check();
    this.#results.delete(name);
    this.#results.set(name, { until: this.#now() + memoryMs, result });
    const [oldest] = this.#results.keys();
    if (this.#results.size > maxEntries && oldest !== undefined) this.#results.delete(oldest);
    result.catch(() => this.#results.delete(name));
    return result;
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
