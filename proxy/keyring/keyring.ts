/** An open keyring: gives the keys of one user, one purpose at a time. */
import { queryKeyName } from '#proxy/crypto/checks.ts';
import { deriveKey } from '#proxy/crypto/derive.ts';
import type { Contents, IdentityKeys, PhraseState, PublicKeys } from './contents.ts';
import { KeyringError } from './keyringError.ts';
import { phraseOf } from './phrase.ts';
import {
  isPinned,
  overrideName,
  withOverride,
  withoutOverride,
  withPin,
  type Generations,
} from './received.ts';

/** Where an open keyring is kept. */
export type Store = {
  /** Applies to what is there now, writes it, and answers with it. */
  change(edit: (contents: Contents) => Contents): Promise<Contents>;
  /** Write what is there now under another passphrase. */
  relock(passphrase: string): Promise<void>;
};

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
    return (
      this.#received(schema, queryKeyName, generation) ?? deriveKey(this.#seed, 'query', schema, generation)
    );
  }

  /** The key that opens one field's values. A key received from its owner wins over one's own. */
  fieldKey(schema: string, field: string, generation: number): Buffer {
    return (
      this.#received(schema, field, generation) ?? deriveKey(this.#seed, 'field', schema, field, generation)
    );
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

  /** Whether the 24 words were written down, or their owner chose to do without. */
  get phraseState(): PhraseState {
    return this.#contents.phrase;
  }

  /** Remember what became of the 24 words, on disk before this resolves. */
  async settlePhrase(phrase: PhraseState): Promise<void> {
    await this.#change((contents) => ({ ...contents, phrase }));
  }

  /** The keys received from others, by name: `{schemaId}:{field}` or `{schemaId}:__query`, sorted. */
  overrides(): string[] {
    return Object.keys(this.#contents.overrides).sort();
  }

  /**
   * Keep a received key of one or more generations under its name, on disk before this resolves. False when there is
   * another key of the same name and generation; then nothing changes.
   */
  async keepOverride(schema: string, name: string, keys: Generations): Promise<boolean> {
    let kept = true;
    await this.#change((contents) => {
      const changed = withOverride(contents, overrideName(schema, name), keys);
      kept = changed !== null;
      return changed ?? contents;
    });
    return kept;
  }

  /** Forget a received key, all its generations. False when there is none of that name. */
  async dropOverride(override: string): Promise<boolean> {
    if (!Object.hasOwn(this.#contents.overrides, override)) return false;
    await this.#change((contents) => withoutOverride(contents, override));
    return true;
  }

  /** Whether an identity is among those that are trusted to be a person's. */
  trusts(person: string, keys: PublicKeys): boolean {
    return isPinned(this.#contents, person, keys);
  }

  /** Whether {@link trust} would be true of an identity; nothing is pinned. */
  wouldTrust(person: string, keys: PublicKeys, confirmed = false): boolean {
    return isPinned(withPin(this.#contents, person, keys, confirmed), person, keys);
  }

  /**
   * Pin an identity as a person's, on disk before this resolves: the first that is seen of them, or one that was
   * confirmed by its fingerprint. False when neither holds; then it is not trusted.
   */
  async trust(person: string, keys: PublicKeys, confirmed = false): Promise<boolean> {
    if (!this.trusts(person, keys))
      await this.#change((contents) => withPin(contents, person, keys, confirmed));
    return this.trusts(person, keys);
  }

  /** The private keys of this user's identity on this device, or null before there is one. */
  get identity(): IdentityKeys | null {
    return this.#contents.identity;
  }

  /**
   * Keep an identity's private keys, on disk before this resolves. Answers with the one that is kept: another that is
   * there already stays, unless it is the device that is to be replaced.
   */
  async keepIdentity(fresh: IdentityKeys, instead: string | null = null): Promise<IdentityKeys> {
    let kept = fresh;
    await this.#change((contents) => {
      const { identity } = contents;
      kept = identity === null || identity.device === instead ? fresh : identity;
      return { ...contents, identity: kept };
    });
    return kept;
  }

  /** Give it another passphrase, on disk before this resolves; it stays open. */
  async setPassphrase(passphrase: string): Promise<void> {
    await this.#next(() => this.#store.relock(passphrase));
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

  #received(schema: string, name: string, generation: number): Buffer | null {
    const key = this.#contents.overrides[overrideName(schema, name)]?.[generation];
    return key === undefined ? null : Buffer.from(key, 'hex');
  }

  async #change(edit: (contents: Contents) => Contents): Promise<void> {
    await this.#next(async () => {
      const changed = await this.#store.change(edit);
      if (this.#open) this.#open = changed;
    });
  }

  /** One change after the other, or two would each write what the other forgot. */
  async #next(change: () => Promise<void>): Promise<void> {
    const done = this.#last.then(change);
    this.#last = done.catch(() => undefined);
    await done;
  }
}
