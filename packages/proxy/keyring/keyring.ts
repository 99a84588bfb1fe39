/** An open keyring: the keys of one user. */
import pLimit from 'p-limit';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import type { Contents, IdentityKeys, PhraseState, Pin, PublicKeys, Seed } from './contents.ts';
import { newDeviceId, seedAccessKey, seedKey, seedSpoolKey } from './derivedKeys.ts';
import { withSeed } from './mergeContents.ts';
import { KeyringError } from './keyringError.ts';
import type { Passphrase } from './passphrases.ts';
import { phraseOf } from './phrase.ts';
import {
  isPinned,
  overrideName,
  pinsOf,
  withOverride,
  withoutOverride,
  withPin,
  type Confirmation,
  type Generations,
} from './received.ts';

/** The file of an open keyring. `inMemory` is the open keyring's content. */
export type KeyringFile = {
  /**
   * Applies an edit to the file's current content and writes it. If the file is gone, the edit is applied to `inMemory`.
   * @returns the new content.
   */
  change(inMemory: Contents, edit: (contents: Contents) => Contents): Promise<Contents>;
  /** Writes the current content under another passphrase. */
  reseal(inMemory: Contents, passphrase: Passphrase): Promise<void>;
  /**
   * The file's current content. A missing file is written again; one under another passphrase is merged.
   * @param passphrase - the one on file, or null.
   */
  refresh(inMemory: Contents, passphrase: string | null): Promise<Contents>;
};

/** Whether a key is the wanted one. */
export type KeyPredicate = (key: Buffer) => boolean;
const anyKey: KeyPredicate = () => true;

/**
 * A user's keys. Request a key whenever it is needed and don't store it: every method of a closed keyring throws `locked`.
 * Secrets are private fields, so that printing or serialising a keyring reveals nothing.
 */
export class Keyring {
  readonly user: string;
  readonly #store: KeyringFile;
  #open: Contents | null;
  /** Changes are serialized: concurrent ones would overwrite each other. */
  readonly #changes = pLimit(1);

  constructor(user: string, contents: Contents, store: KeyringFile) {
    this.user = user;
    this.#open = contents;
    this.#store = store;
  }

  /**
   * The key that builds and searches a schema's index: the first that fits of a key received from an owner and the keys of
   * the keyring's own seeds, newest first. If none fits, or without `fits`, the first.
   */
  queryKey(schema: string, generation: number, fits: KeyPredicate = anyKey): Buffer {
    return this.#key(schema, queryKeyName, generation, fits);
  }

  /** The key that opens one field's values; chosen like {@link queryKey}. */
  fieldKey(schema: string, field: string, generation: number, fits: KeyPredicate = anyKey): Buffer {
    return this.#key(schema, field, generation, fits);
  }

  /** The key for the spooled data of an upload job. */
  spoolKey(job: string): Buffer {
    return seedSpoolKey(this.#seeds[0]!, job);
  }

  /** The possible keys for the spooled data of an upload job: one for each seed, {@link spoolKey} first. */
  spoolKeys(job: string): Buffer[] {
    return this.#seeds.map((seed) => seedSpoolKey(seed, job));
  }

  /** Whether keyrings were merged: then only a key check decides which seed's key is the right one. */
  get hasSeveralSeeds(): boolean {
    return this.#seeds.length > 1;
  }

  /** A new id for a device of this keyring. */
  newDeviceId(): string {
    return newDeviceId(this.#seeds[0]!);
  }

  /** The 24 words to write down next; once all are written down, those of the seed for new keys. */
  phrase(): string {
    return phraseOf(Buffer.from(this.#phraseSeed.seed, 'hex'));
  }

  /** Every set of 24 words that is needed to restore this keyring's own keys; that of the seed for new keys first. */
  phrases(): string[] {
    return this.#backupSeeds.map(({ seed }) => phraseOf(Buffer.from(seed, 'hex')));
  }

  /** When the seed of {@link phrase} was created or restored, as ISO 8601. */
  get created(): string {
    return this.#phraseSeed.created;
  }

  /** Whether all words were written down, or the user waived that. */
  get phraseState(): PhraseState {
    const states = this.#backupSeeds.map(({ phrase }) => phrase);
    return states.includes('unseen') ? 'unseen' : states.includes('waived') ? 'waived' : 'confirmed';
  }

  /** Stores whether the words of {@link phrase} were written down; durable when this resolves. */
  async setPhraseState(phrase: PhraseState): Promise<void> {
    const { seed } = this.#phraseSeed;
    await this.#change(({ seeds: [first, ...rest], ...contents }) => {
      const updated = (one: Seed): Seed => (one.seed === seed ? { ...one, phrase } : one);
      return { ...contents, seeds: [updated(first), ...rest.map(updated)] };
    });
  }

  /**
   * Adds the seed of recovery words; durable when this resolves. Nothing is removed.
   * @param isNeeded - whether a schema uses a key of a seed.
   */
  async join(seed: Buffer, isNeeded: (seed: Buffer) => boolean): Promise<void> {
    await this.#change((contents) => withSeed(contents, seed, new Date(), isNeeded));
  }

  /**
   * Reads the file again if it has changed, and writes it again if it is gone.
   * @param passphrase - the one on file, or null.
   * @throws {KeyringError} `damaged` if the file was replaced by one that does not open.
   */
  async refresh(passphrase: string | null): Promise<void> {
    await this.#changes(async () => {
      const refreshed = await this.#store.refresh(this.#contents, passphrase);
      if (this.#open) this.#open = refreshed;
    });
  }

  /** The sorted names of received keys: `{schemaId}:{field}` or `{schemaId}:__query`. */
  overrides(): string[] {
    return Object.keys(this.#contents.overrides).sort();
  }

  /**
   * Stores a received key of one or more generations; durable when this resolves. Returns false and changes nothing if there
   * is another key of the same name and generation.
   */
  async addOverride(schema: string, name: string, keys: Generations): Promise<boolean> {
    let isAdded = true;
    await this.#change((contents) => {
      const changed = withOverride(contents, overrideName(schema, name), keys);
      isAdded = changed !== null;
      return changed ?? contents;
    });
    return isAdded;
  }

  /** Removes all generations of a received key. Returns false if there is none of that name. */
  async dropOverride(override: string): Promise<boolean> {
    if (!Object.hasOwn(this.#contents.overrides, override)) return false;
    await this.#change((contents) => withoutOverride(contents, override));
    return true;
  }

  /** Whether an identity is among those that are trusted to be a person's. */
  trusts(person: string, keys: PublicKeys): boolean {
    return isPinned(this.#contents, person, keys);
  }

  /** The identities that are trusted to be a person's. */
  pinsOf(person: string): readonly Pin[] {
    return pinsOf(this.#contents.pins, person);
  }

  /** Whether {@link trust} would return true for an identity; nothing is pinned. */
  wouldTrust(person: string, keys: PublicKeys, confirmation: Confirmation): boolean {
    return isPinned(withPin(this.#contents, person, keys, confirmation), person, keys);
  }

  /**
   * Pins an identity as a person's; durable when this resolves: one whose fingerprint was compared, or the first of a person
   * that is trusted without comparing. Returns whether the identity is trusted then.
   */
  async trust(person: string, keys: PublicKeys, confirmation: Confirmation): Promise<boolean> {
    if (withPin(this.#contents, person, keys, confirmation) !== this.#contents)
      await this.#change((contents) => withPin(contents, person, keys, confirmation));
    return this.trusts(person, keys);
  }

  /** Private Ed25519 keys for a schema's access log, one for each seed; that of the seed for new keys first. */
  accessKeys(schema: string): Buffer[] {
    return this.#seeds.map((seed) => seedAccessKey(seed, schema));
  }

  /** The private keys of this user's identity on this device; null if there is none yet. */
  get identity(): IdentityKeys | null {
    return this.#contents.identity;
  }

  /**
   * Stores an identity's private keys; durable when this resolves. An existing identity stays, unless it is that of
   * `replacedDevice`. Returns the stored one.
   */
  async setIdentity(fresh: IdentityKeys, replacedDevice: string | null = null): Promise<IdentityKeys> {
    let stored = fresh;
    await this.#change((contents) => {
      const { identity } = contents;
      stored = identity === null || identity.device === replacedDevice ? fresh : identity;
      return { ...contents, identity: stored };
    });
    return stored;
  }

  /** Changes the passphrase; durable when this resolves. The keyring stays open. */
  async setPassphrase(passphrase: Passphrase): Promise<void> {
    await this.#changes(() => this.#store.reseal(this.#contents, passphrase));
  }

  /** Drops the decrypted content. */
  close(): void {
    this.#open = null;
  }

  get #contents(): Contents {
    if (!this.#open)
      throw new KeyringError('locked', 'The keyring is locked. Enter its passphrase to go on.');
    return this.#open;
  }

  get #seeds(): Buffer[] {
    return this.#contents.seeds.map(({ seed }) => Buffer.from(seed, 'hex'));
  }

  /** The seeds whose words need a backup; the first always does. */
  get #backupSeeds(): [Seed & { phrase: PhraseState }, ...(Seed & { phrase: PhraseState })[]] {
    const [first, ...rest] = this.#contents.seeds;
    const phrase = first.phrase === 'unneeded' ? 'unseen' : first.phrase;
    return [
      { ...first, phrase },
      ...rest.flatMap((one) => (one.phrase === 'unneeded' ? [] : [{ ...one, phrase: one.phrase }])),
    ];
  }

  get #phraseSeed(): Seed {
    return this.#backupSeeds.find(({ phrase }) => phrase === 'unseen') ?? this.#backupSeeds[0];
  }

  #key(schema: string, name: string, generation: number, fits: KeyPredicate): Buffer {
    const received = this.#contents.overrides[overrideName(schema, name)]?.[generation];
    let first: Buffer | null = null;
    for (const make of [
      ...(received === undefined ? [] : [() => Buffer.from(received, 'hex')]),
      ...this.#seeds.map((seed) => () => seedKey(seed, schema, name, generation)),
    ]) {
      const key = make();
      if (fits(key)) return key;
      first ??= key;
    }
    return first!;
  }

  async #change(edit: (contents: Contents) => Contents): Promise<void> {
    await this.#changes(async () => {
      const changed = await this.#store.change(this.#contents, edit);
      if (this.#open) this.#open = changed;
    });
  }
}
