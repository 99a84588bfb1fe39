/** An open keyring: gives the keys of one user, one purpose at a time. */
import pLimit from 'p-limit';
import { queryKeyName } from '@cloakroom/sealed-index/crypto/checks.ts';
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

/** Where an open keyring is kept. */
export type KeyringFile = {
  /**
   * Applies to what is there now, writes it, and answers with it.
   * @param held - what is open; it is written where the file is gone.
   */
  change(held: Contents, edit: (contents: Contents) => Contents): Promise<Contents>;
  /** Write what is there now under another passphrase. */
  relock(held: Contents, passphrase: Passphrase): Promise<void>;
  /**
   * What the file holds now. A file that is gone is written again; one that another passphrase seals is joined.
   * @param passphrase - the one on file, or null.
   */
  refresh(held: Contents, passphrase: string | null): Promise<Contents>;
};

/** Whether a key is the one that is looked for. */
export type KeyPredicate = (key: Buffer) => boolean;
const anyKey: KeyPredicate = () => true;

/**
 * A user's keys. Ask for a key when it is needed and let it go: a closed keyring answers every question with
 * `locked`. Its secrets are private fields, so that printing or serialising it shows nothing.
 */
export class Keyring {
  readonly user: string;
  readonly #store: KeyringFile;
  #open: Contents | null;
  /** One change after the other: two at once would each overwrite the other's. */
  readonly #changes = pLimit(1);

  constructor(user: string, contents: Contents, store: KeyringFile) {
    this.user = user;
    this.#open = contents;
    this.#store = store;
  }

  /**
   * The key that builds and searches a schema's index. The first that fits: a key received from its owner, then the keys of
   * the keyring's own seeds, newest first. Where none fits, or without `fits`, it is the first.
   */
  queryKey(schema: string, generation: number, fits: KeyPredicate = anyKey): Buffer {
    return this.#key(schema, queryKeyName, generation, fits);
  }

  /** The key that opens one field's values; chosen like {@link queryKey}. */
  fieldKey(schema: string, field: string, generation: number, fits: KeyPredicate = anyKey): Buffer {
    return this.#key(schema, field, generation, fits);
  }

  /** The key of what an upload job keeps on disk. */
  spoolKey(job: string): Buffer {
    return seedSpoolKey(this.#seeds[0]!, job);
  }

  /** The keys that an upload job may have been kept with: of every seed, that of {@link spoolKey} first. */
  spoolKeys(job: string): Buffer[] {
    return this.#seeds.map((seed) => seedSpoolKey(seed, job));
  }

  /** Whether keyrings were joined: then only a key check tells which seed's key is the one. */
  get hasSeveralSeeds(): boolean {
    return this.#seeds.length > 1;
  }

  /** An id for a device of this keyring. */
  newDeviceId(): string {
    return newDeviceId(this.#seeds[0]!);
  }

  /** The 24 words that are to be written down next; once all are, those from which new keys derive. */
  phrase(): string {
    return phraseOf(Buffer.from(this.#shown.seed, 'hex'));
  }

  /** Every set of 24 words that is needed to have this keyring's own keys again, the one of new keys first. */
  phrases(): string[] {
    return this.#needed.map(({ seed }) => phraseOf(Buffer.from(seed, 'hex')));
  }

  /** When the seed of {@link phrase} was made or restored, as ISO 8601. */
  get created(): string {
    return this.#shown.created;
  }

  /** Whether all words were written down, or their owner chose to do without. */
  get phraseState(): PhraseState {
    const states = this.#needed.map(({ phrase }) => phrase);
    return states.includes('unseen') ? 'unseen' : states.includes('waived') ? 'waived' : 'confirmed';
  }

  /** Stores whether the words of {@link phrase} were written down, on disk before this resolves. */
  async setPhraseState(phrase: PhraseState): Promise<void> {
    const { seed } = this.#shown;
    await this.#change(({ seeds: [first, ...rest], ...contents }) => {
      const updated = (one: Seed): Seed => (one.seed === seed ? { ...one, phrase } : one);
      return { ...contents, seeds: [updated(first), ...rest.map(updated)] };
    });
  }

  /**
   * Add the seed of recovery words, on disk before this resolves. Everything that the keyring holds stays.
   * @param isNeeded - whether a schema uses a key of a seed.
   */
  async join(seed: Buffer, isNeeded: (seed: Buffer) => boolean): Promise<void> {
    await this.#change((contents) => withSeed(contents, seed, new Date(), isNeeded));
  }

  /**
   * Read the file again if it has changed, and write it again if it is gone.
   * @param passphrase - the one on file, or null.
   * @throws {KeyringError} `damaged` when the file was replaced by one that does not open.
   */
  async refresh(passphrase: string | null): Promise<void> {
    await this.#changes(async () => {
      const refreshed = await this.#store.refresh(this.#contents, passphrase);
      if (this.#open) this.#open = refreshed;
    });
  }

  /** The keys received from others, by name: `{schemaId}:{field}` or `{schemaId}:__query`, sorted. */
  overrides(): string[] {
    return Object.keys(this.#contents.overrides).sort();
  }

  /**
   * Keep a received key of one or more generations under its name, on disk before this resolves. False when there is
   * another key of the same name and generation; then nothing changes.
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

  /** The identities that are trusted to be a person's. */
  pinsOf(person: string): readonly Pin[] {
    return pinsOf(this.#contents.pins, person);
  }

  /** Whether {@link trust} would be true of an identity; nothing is pinned. */
  wouldTrust(person: string, keys: PublicKeys, confirmation: Confirmation): boolean {
    return isPinned(withPin(this.#contents, person, keys, confirmation), person, keys);
  }

  /**
   * Pin an identity as a person's, on disk before this resolves: one whose words were compared, or the first of a person
   * that is trusted without comparing. False when it isn't trusted then.
   */
  async trust(person: string, keys: PublicKeys, confirmation: Confirmation): Promise<boolean> {
    if (withPin(this.#contents, person, keys, confirmation) !== this.#contents)
      await this.#change((contents) => withPin(contents, person, keys, confirmation));
    return this.trusts(person, keys);
  }

  /** Private Ed25519 keys for a schema's access log, one for each seed, that of new keys first. */
  accessKeys(schema: string): Buffer[] {
    return this.#seeds.map((seed) => seedAccessKey(seed, schema));
  }

  /** The private keys of this user's identity on this device, or null before there is one. */
  get identity(): IdentityKeys | null {
    return this.#contents.identity;
  }

  /**
   * Keep an identity's private keys, on disk before this resolves. Answers with the one that is kept: another that is
   * there already stays, unless it is the device that is to be replaced.
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

  /** Give it another passphrase, on disk before this resolves; it stays open. */
  async setPassphrase(passphrase: Passphrase): Promise<void> {
    await this.#changes(() => this.#store.relock(this.#contents, passphrase));
  }

  /** Drops everything that was decrypted. */
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
  get #needed(): [Seed & { phrase: PhraseState }, ...(Seed & { phrase: PhraseState })[]] {
    const [first, ...rest] = this.#contents.seeds;
    const phrase = first.phrase === 'unneeded' ? 'unseen' : first.phrase;
    return [
      { ...first, phrase },
      ...rest.flatMap((one) => (one.phrase === 'unneeded' ? [] : [{ ...one, phrase: one.phrase }])),
    ];
  }

  get #shown(): Seed {
    return this.#needed.find(({ phrase }) => phrase === 'unseen') ?? this.#needed[0];
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
