/** Access logs of one service: reads them, compares them with what was seen before, and appends to them. */
import {
  accessLogFormat,
  appendAccessLog,
  listAccessLog,
  type AccessChange,
  type AccessEntry,
} from '@cloakroom/contract/accessLog.ts';
import { LRUCache } from 'lru-cache';
import { entryHash } from '@cloakroom/wire/accessLogEntry.ts';
import { requestKeys } from '@cloakroom/contract/requests.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { getSelf, type User } from '@cloakroom/contract/users.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { signingPublicKey } from '../crypto/sign.ts';
import type { KnownOwners } from '../epochs/knownOwners.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Generations } from '../keyring/received.ts';
import { queryKeyOf } from '../schemaKeys.ts';
import { deviceKeys, publicKeys } from '../sharing/identity.ts';
import { nameOf } from '../sharing/trust.ts';
import { paginate } from '../paginate.ts';
import { PromiseCache } from '../promiseCache.ts';
import { retryOnConflict } from '../retry.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import { bySeed, signEntry, type Signer } from './entry.ts';
import * as refusals from './refusals.ts';
import { replay, type SchemaWithKeyring } from './replay.ts';
import type { SeenLog, SeenLogs } from './seenLogs.ts';
import { isOwner, maySign, type AccessState } from './state.ts';

type PersonKeys = { user: string; signs: string; receives: string };

type Deps = { upstream: Upstream; seen: SeenLogs; owners: KnownOwners };

/** The signer on this device, and the number of the entry to sign. */
export type SigningContext = { signer: Signer; email: string; number: number };
/** Derives the change to sign from the state before it; null if nothing is to be signed. */
export type MakeChange = (state: AccessState, by: SigningContext) => AccessChange | null;

/** How long the caller's own name is cached. */
const nameTtlMs = 60_000;
/** Logs whose state is cached. */
const maxCachedStates = 256;

export class AccessLogs {
  readonly #deps: Deps;
  /** The newest accepted state of each log whose every MAC was checked, by user and schema. */
  readonly #states = new LRUCache<string, AccessState>({ max: maxCachedStates });
  readonly #names = new PromiseCache<User>(nameTtlMs);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The state of a schema's log; null if it has none.
   * @param options.believed - an identity that the caller accepts as an owner's, besides the known ones.
   * @param options.queryKeys - query keys that the keyring doesn't hold yet, by generation.
   * @throws {AccessLogRefused} if the log was rolled back, rewritten or isn't what owners signed; {@link refusals.UnknownFirstSigner}
   *   if it was begun by a person whom the keyring doesn't know as an owner.
   */
  async read(
    principal: Principal,
    own: SchemaWithKeyring,
    { believed, queryKeys }: { believed?: PersonKeys | undefined; queryKeys?: Generations | undefined } = {},
  ): Promise<AccessState | null> {
    const { schema, keyring } = own;
    // Read before the request: an answer that a newer one overtakes must not look like a rollback.
    const seen = await this.#deps.seen.of(keyring.user, schema.id);
    const fresh = seen
      ? await this.#entriesAfter(principal, own, seen)
      : await this.#entries(principal, schema, 0);
    if (!seen && fresh.length === 0) return null;
    const cached = this.#states.get(logKey(own));
    const start = cached && cached.hash === seen?.hash ? cached : null;
    const before = start ? [] : (seen?.entries ?? []);
    const { state, isComplete } = replay(own, start, [...before, ...fresh], queryKeys);
    if (!seen && !(await this.#isAnchored(own, fresh, believed)))
      throw new refusals.UnknownFirstSigner(schema, fresh[0]!);
    await this.#deps.seen.add(keyring.user, schema.id, fresh);
    if (isComplete) this.#states.set(logKey(own), state);
    return state;
  }

  /**
   * The entries that follow those seen before. If the service has lost some of them, as after a restored backup, an owner
   * sends them again.
   * @throws {AccessLogRefused} if the log was rolled back or rewritten.
   */
  async #entriesAfter(
    principal: Principal,
    { schema }: SchemaWithKeyring,
    { entries, hash }: SeenLog,
  ): Promise<AccessEntry[]> {
    const last = entries.length - 1;
    const [lastEntry, ...fresh] = await this.#entries(principal, schema, last);
    if (lastEntry && entryHash(lastEntry) === hash) return fresh;
    if (lastEntry) throw new refusals.AccessLogRefused(schema, refusals.rewrittenText(entries.length));
    // Another owner may have sent the lost entries meanwhile, and further ones.
    const remaining = (await this.#entries(principal, schema, 0)).slice(0, entries.length);
    const lastRemaining = remaining.at(-1);
    if (lastRemaining && entryHash(lastRemaining) !== entryHash(entries[remaining.length - 1]!))
      throw new refusals.AccessLogRefused(schema, refusals.rewrittenText(remaining.length));
    if (remaining.length < entries.length && !schema.permissions.can_share_keys)
      throw new refusals.AccessLogRefused(schema, refusals.rollbackText(entries.length, remaining.length));
    for (const entry of entries.slice(remaining.length))
      await this.#send(principal, schema, entry).catch((error: unknown) => {
        // Another owner has sent it first, or the service has it after all.
        if (!(error instanceof HttpProblem) || error.status !== 409) throw error;
      });
    const [repeatedEntry, ...rest] = await this.#entries(principal, schema, last);
    if (!repeatedEntry || entryHash(repeatedEntry) !== hash)
      throw new refusals.AccessLogRefused(schema, refusals.rollbackText(entries.length, remaining.length));
    return rest;
  }

  /** Whether a log was accepted for this person before. */
  async isSeen({ schema, keyring }: SchemaWithKeyring): Promise<boolean> {
    return (await this.#deps.seen.of(keyring.user, schema.id)) !== undefined;
  }

  /**
   * Signs a change as the caller, on this device, and appends it. If another entry is appended first, the change is derived
   * again from the state after that entry.
   * @returns the state after the change.
   * @throws {SigningNotAllowed} if this device may not sign; as {@link AccessLogs.read}; 409 after too many conflicts.
   */
  async append(principal: Principal, own: SchemaWithKeyring, make: MakeChange): Promise<AccessState> {
    return retryOnConflict(async () => {
      const state = await this.#admitToSign(principal, own);
      const by = await this.#signingContext(principal, own.keyring, state);
      const change = make(state, by);
      if (!change) return state;
      return this.#appendEntry(principal, own, await this.entry(own, state, by.signer, change));
    });
  }

  /** Begins a schema's log. @throws {HttpProblem} 409 if it has one. */
  async begin(
    principal: Principal,
    own: SchemaWithKeyring,
    make: (by: SigningContext) => AccessChange,
    notice: boolean,
  ): Promise<AccessState> {
    const by = await this.#signingContext(principal, own.keyring, null);
    const entry = await this.entry(own, null, by.signer, make(by));
    return this.#appendEntry(principal, own, entry, notice);
  }

  /**
   * The state, if this device may sign the next entry. A new device of a person whose seed made keys of the schema is
   * admitted by that seed.
   * @throws {SigningNotAllowed}
   */
  async #admitToSign(principal: Principal, own: SchemaWithKeyring): Promise<AccessState> {
    const { schema, keyring } = own;
    const state = await this.read(principal, own);
    if (!state)
      throw new refusals.AccessLogRefused(
        schema,
        `"${schema.name}" has no signed list of who may have its keys.`,
      );
    const { signer, email, number } = await this.#signingContext(principal, keyring, state);
    if (maySign(state, signer)) return state;
    const isAllowed = isOwner(state, keyring.user);
    const knownSeedKeys = state.seedKeys.get(keyring.user) ?? [];
    const seedKey = keyring
      .accessKeys(schema.id)
      .find((key) => knownSeedKeys.includes(signingPublicKey(key).toString('hex')));
    if (!isAllowed || !seedKey) {
      if (isAllowed) await this.#requestAdmission(principal, own);
      throw new refusals.SigningNotAllowed(schema, isAllowed);
    }
    const { user, signs, receives } = signer;
    const device = { user, email, signs, receives, compared: true };
    const by_seed = bySeed(seedKey, schema.id, signer, number);
    return this.#appendEntry(
      principal,
      own,
      await this.entry(own, state, signer, { type: 'device', ...device, by_seed }),
    );
  }

  /** Signs the entry that follows a state, without appending it. */
  async entry(
    { schema, keyring }: SchemaWithKeyring,
    state: AccessState | null,
    signer: Signer,
    change: AccessChange,
    queryKey: Uint8Array = queryKeyOf(keyring, schema),
  ): Promise<AccessEntry> {
    const generation = 'generation' in change ? change.generation : state!.generation;
    const claim = {
      format: accessLogFormat,
      schema: schema.id,
      number: (state?.number ?? 0) + 1,
      previous: state?.hash ?? '',
      time: new Date().toISOString(),
      generation,
      signer,
      change,
    } as const;
    const { signing } = await deviceKeys(keyring);
    return signEntry(claim, { signingKey: Buffer.from(signing, 'hex'), queryKey });
  }

  /** The state and the signer of the next entry, for an entry that is sent in another call. @throws {SigningNotAllowed} */
  async prepare(
    principal: Principal,
    own: SchemaWithKeyring,
  ): Promise<{ state: AccessState; by: SigningContext }> {
    const state = await retryOnConflict(() => this.#admitToSign(principal, own));
    return { state, by: await this.#signingContext(principal, own.keyring, state) };
  }

  async #send({ credentials }: Principal, { id }: Schema, entry: AccessEntry): Promise<void> {
    await this.#deps.upstream.call(appendAccessLog, { credentials, params: { id }, body: entry });
  }

  async #appendEntry(
    principal: Principal,
    own: SchemaWithKeyring,
    entry: AccessEntry,
    notice?: boolean,
  ): Promise<AccessState> {
    const { schema, keyring } = own;
    await this.#send(principal, schema, entry);
    const cached = this.#states.get(logKey(own));
    if (entry.number > 1 && cached?.hash !== entry.previous) {
      const state = await this.read(principal, own);
      if (state && state.number >= entry.number) return state;
      throw new refusals.AccessLogRefused(schema, 'The service took a signed entry and does not show it.');
    }
    const { state, isComplete } = replay(own, entry.number > 1 ? cached! : null, [entry]);
    await this.#deps.seen.add(keyring.user, schema.id, [entry], notice);
    if (isComplete) this.#states.set(logKey(own), state);
    return state;
  }

  async #signingContext(
    { credentials }: Principal,
    keyring: Keyring,
    after: AccessState | null,
  ): Promise<SigningContext> {
    const { signs, receives } = publicKeys(await deviceKeys(keyring));
    const self = await this.#names.get(keyring.user, () =>
      this.#deps.upstream.call(getSelf, { credentials, query: {} }),
    );
    const signer = { user: keyring.user, name: nameOf(self), signs, receives };
    return { signer, email: self.email, number: (after?.number ?? 0) + 1 };
  }

  #entries({ credentials }: Principal, { id }: Schema, from: number): Promise<AccessEntry[]> {
    return paginate(({ limit, offset }) =>
      this.#deps.upstream.call(listAccessLog, {
        credentials,
        params: { id },
        query: { limit, offset: from + offset },
      }),
    );
  }

  /** Whether an entry was signed by the caller, by a trusted identity of a known owner, or by a believed one. */
  async #isAnchored(
    { schema, keyring }: SchemaWithKeyring,
    entries: readonly AccessEntry[],
    believed: PersonKeys | undefined,
  ): Promise<boolean> {
    const own = keyring.identity && publicKeys(keyring.identity).signs;
    const seeds = keyring.accessKeys(schema.id).map((key) => signingPublicKey(key).toString('hex'));
    for (const { signer, change } of entries) {
      const { user, signs, receives } = signer;
      if (user === keyring.user && (signs === own || keyring.trusts(user, { signs, receives }))) return true;
      if (user === keyring.user && 'seed_key' in change && seeds.includes(change.seed_key.signs)) return true;
      if (believed?.user === user && believed.signs === signs && believed.receives === receives) return true;
      if (
        keyring.trusts(user, { signs, receives }) &&
        (await this.#deps.owners.has(keyring.user, schema.id, user))
      )
        return true;
    }
    return false;
  }

  /** Asks other owners to admit this device. They see it as a request for keys. */
  async #requestAdmission({ credentials }: Principal, { schema, keyring }: SchemaWithKeyring): Promise<void> {
    const identity = keyring.identity?.id;
    if (identity == null) return;
    await this.#deps.upstream
      .call(requestKeys, { credentials, body: { schema: schema.id, identity } })
      .catch((error: unknown) => {
        if (!(error instanceof HttpProblem)) throw error;
      });
  }
}

const logKey = ({ schema, keyring }: SchemaWithKeyring) => `${keyring.user} ${schema.id}`;
