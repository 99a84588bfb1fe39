/** An open keyring: gives the keys of one user, one purpose at a time. */
import { queryKeyName } from '#proxy/crypto/checks.ts';
import { deriveKey } from '#proxy/crypto/derive.ts';
import type { Contents, IdentityKeys } from './contents.ts';
import { KeyringError } from './keyringError.ts';
import { phraseOf } from './phrase.ts';

/** Where an open keyring is kept: `change` applies to what is there now, writes it, and answers with it. */
export type Store = { change(edit: (contents: Contents) => Contents): Promise<Contents> };

/**
 * A user's keys. Ask for a key when it is needed and let it go: a closed keyring answers every question with
 * `locked`. Its secrets are private fields, so that printing or serialising it shows nothing.
 */
export class Keyring {
  readonly user: string;
  readonly #store: Store;
  #open: Contents | null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(user: string, contents: Contents, store: Store) {
    this.user = user;
    this.#open = contents;
    this.#store = store;
  }

  /** The key that builds and searches a schema's index. A key received from its owner wins over one's own. */
  queryKey(schema: string, generation: number): Buffer {
    return this.#received(schema, queryKeyName) ?? deriveKey(this.#seed, 'query', schema, generation);
  }

  /** The key that opens one field's values. A key received from its owner wins over one's own. */
  fieldKey(schema: string, field: string, generation: number): Buffer {
    return this.#received(schema, field) ?? deriveKey(this.#seed, 'field', schema, field, generation);
  }

  /** The key of what an upload job keeps on disk. */
  spoolKey(job: string): Buffer {
    return deriveKey(this.#seed, 'spool', job);
  }

  /** The 24 words from which this keyring's own keys can be had again. */
  phrase(): string {
    return phraseOf(this.#seed);
  }

  /** When it was made or restored, as ISO 8601. */
  get created(): string {
    return this.#contents.created;
  }

  /** The keys received from others, by name: `{schemaId}:{field}` or `{schemaId}:__query`, sorted. */
  overrides(): string[] {
    return Object.keys(this.#contents.overrides).sort();
  }

  /** Keep a received key of 32 bytes under its name, on disk before this resolves. */
  async keepOverride(schema: string, name: string, key: Buffer): Promise<void> {
    if (key.length !== 32) throw new RangeError(`A key has 32 bytes, not ${key.length}.`);
    await this.#change((contents) => ({
      ...contents,
      overrides: { ...contents.overrides, [overrideName(schema, name)]: key.toString('hex') },
    }));
  }

  /** Forget a received key. False when there is none of that name. */
  async dropOverride(override: string): Promise<boolean> {
    if (!Object.hasOwn(this.#contents.overrides, override)) return false;
    await this.#change((contents) => ({
      ...contents,
      overrides: Object.fromEntries(Object.entries(contents.overrides).filter(([name]) => name !== override)),
    }));
    return true;
  }

  /** What was pinned under a name, or null: the public keys of an identity as they were first seen. */
  pinned(name: string): string | null {
    return this.#contents.pins[name] ?? null;
  }

  /** Pin what a person has seen or confirmed, on disk before this resolves. */
  async pin(name: string, seen: string): Promise<void> {
    await this.#change((contents) => ({ ...contents, pins: { ...contents.pins, [name]: seen } }));
  }

  /** The private keys of this user's identity on this device, or null before there is one. */
  get identity(): IdentityKeys | null {
    return this.#contents.identity;
  }

  /** Keep the identity's private keys, on disk before this resolves. */
  async keepIdentity(identity: IdentityKeys): Promise<void> {
    await this.#change((contents) => ({ ...contents, identity }));
  }

  /** Forget everything that was open. */
  close(): void {
    this.#open = null;
  }

  get #contents(): Contents {
    if (!this.#open)
      throw new KeyringError('locked', 'The keyring is locked. Enter its passphrase to go on.');
    return this.#open;
  }

  get #seed(): Buffer {
    return Buffer.from(this.#contents.seed, 'hex');
  }

  #received(schema: string, name: string): Buffer | null {
    const key = this.#contents.overrides[overrideName(schema, name)];
    return key === undefined ? null : Buffer.from(key, 'hex');
  }

  /** One change after the other, or two would each write what the other forgot. */
  async #change(edit: (contents: Contents) => Contents): Promise<void> {
    const change = this.#last.then(async () => {
      const changed = await this.#store.change(edit);
      if (this.#open) this.#open = changed;
    });
    this.#last = change.catch(() => undefined);
    await change;
  }
}

const overrideName = (schema: string, name: string) => `${schema}:${name}`;
