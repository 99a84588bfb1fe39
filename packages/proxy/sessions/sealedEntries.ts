/** Values that only the bearer of a secret can open: the program stores a hash of the secret and the sealed value. */
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

/** The id of a secret: its hash. */
export const idOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

type Entry<Value> = SealedEntry & { open: Value | null };

/** Entries of one kind. Past `maxEntries` the least recently used one is dropped. */
export class SealedEntries<Shape extends z.ZodType> {
  readonly #kind: string;
  readonly #shape: Shape;
  readonly #now: () => number;
  readonly #entries: LRUCache<string, Entry<z.output<Shape>>>;

  /** @param kind - the kind of the entries, bound to every seal. @param now - the time in milliseconds. */
  constructor(kind: string, shape: Shape, maxEntries: number, now: () => number) {
    this.#kind = kind;
    this.#shape = shape;
    this.#entries = new LRUCache({ max: maxEntries });
    this.#now = now;
  }

  /** Loads stored entries. */
  load(stored: readonly SealedEntry[]): void {
    for (const entry of stored) this.#entries.set(entry.id, { ...entry, open: null });
  }

  /** The entries to store, without expired ones. */
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

  /** Stores a value, sealed with the secret. @param expires - milliseconds since 1970. */
  put(secret: string, value: z.output<Shape>, expires: number): void {
    const id = idOf(secret);
    const sealed = sealBytes(this.#key(secret), this.#associatedData(id), Buffer.from(JSON.stringify(value)));
    this.#entries.set(id, { id, expires, sealed: sealed.toString('base64'), open: value });
  }

  remove(secret: string): void {
    this.#entries.delete(idOf(secret));
  }

  #opened({ id, sealed }: SealedEntry, secret: string): z.output<Shape> | null {
    const message = openBytes(this.#key(secret), this.#associatedData(id), Buffer.from(sealed, 'base64'));
    return message && (this.#shape.safeParse(JSON.parse(message.toString())).data ?? null);
  }

  #key = (secret: string) => deriveKey(Buffer.from(secret, 'base64url'), this.#kind);
  #associatedData = (id: string) => canonical(this.#kind, id);
}
