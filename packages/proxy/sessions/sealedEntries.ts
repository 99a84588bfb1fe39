/** Values that only the bearer of a secret can open: the program keeps a hash of the secret and the sealed value. */
import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { openBytes, sealBytes } from '@cloakroom/sealed-index/crypto/aead.ts';
import { canonical, deriveKey } from '@cloakroom/sealed-index/crypto/derive.ts';

/** An entry as it is stored; `expires` in milliseconds since 1970. */
export const SealedEntry = z.object({ id: z.string(), expires: z.number(), sealed: z.base64() });
export type SealedEntry = z.infer<typeof SealedEntry>;

const secretForm = /^[\w-]{43}$/;

/** A new secret: 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The name of a secret, from which the secret does not follow. */
export const idOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

type Entry<Value> = SealedEntry & { open: Value | null };

/** Entries of one kind. Past `maxEntries` the least recently used one is dropped. */
export class SealedEntries<Shape extends z.ZodType> {
  readonly #kind: string;
  readonly #shape: Shape;
  readonly #now: () => number;
  readonly #entries: LRUCache<string, Entry<z.output<Shape>>>;

  /** @param kind - what the entries are, part of every seal. @param now - the time in milliseconds. */
  constructor(kind: string, shape: Shape, maxEntries: number, now: () => number) {
    this.#kind = kind;
    this.#shape = shape;
    this.#entries = new LRUCache({ max: maxEntries });
    this.#now = now;
  }

  /** Takes over what was stored. */
  load(stored: readonly SealedEntry[]): void {
    for (const entry of stored) this.#entries.set(entry.id, { ...entry, open: null });
  }

  /** What is to be stored: the entries that have not expired. */
  stored(): SealedEntry[] {
    // The least recently used first, as `load` takes them.
    const entries = [...this.#entries.rvalues()].filter((entry) => entry !== undefined);
    for (const { id, expires } of entries) if (expires <= this.#now()) this.#entries.delete(id);
    return entries
      .filter(({ expires }) => expires > this.#now())
      .map(({ id, expires, sealed }) => ({ id, expires, sealed }));
  }

  /** The value of a secret; null for an unknown or expired one. */
  of(secret: string | null): z.output<Shape> | null {
    if (secret === null || !secretForm.test(secret)) return null;
    const entry = this.#entries.get(idOf(secret));
    if (!entry || entry.expires <= this.#now()) return null;
    entry.open ??= this.#opened(entry, secret);
    return entry.open;
  }

  /** Keeps a value, sealed with the secret. @param expires - milliseconds since 1970. */
  put(secret: string, value: z.output<Shape>, expires: number): void {
    const id = idOf(secret);
    const sealed = sealBytes(this.#key(secret), this.#place(id), Buffer.from(JSON.stringify(value)));
    this.#entries.set(id, { id, expires, sealed: sealed.toString('base64'), open: value });
  }

  remove(secret: string): void {
    this.#entries.delete(idOf(secret));
  }

  #opened({ id, sealed }: SealedEntry, secret: string): z.output<Shape> | null {
    const message = openBytes(this.#key(secret), this.#place(id), Buffer.from(sealed, 'base64'));
    return message && (this.#shape.safeParse(JSON.parse(message.toString())).data ?? null);
  }

  #key = (secret: string) => deriveKey(Buffer.from(secret, 'base64url'), this.#kind);
  #place = (id: string) => canonical(this.#kind, id);
}
