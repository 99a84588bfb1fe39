/** Access logs of one service: read, checked against what was seen before, and continued. */
import {
  accessLogFormat,
  appendAccessLog,
  listAccessLog,
  type AccessChange,
  type AccessEntry,
} from '@cloakroom/contract/accessLog.ts';
import { entryHash } from '@cloakroom/wire/accessLogEntry.ts';
import { askForKeys } from '@cloakroom/contract/requests.ts';
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
import { allPages } from '../sharing/paginate.ts';
import { ShortCache } from '../shortCache.ts';
import type { Upstream } from '../upstream.ts';
import type { Asker } from '../callers.ts';
import { bySeed, signEntry, type Signer } from './entry.ts';
import { isUnsignable, LogAlarm, NoSigner, rewritten, UnknownBeginner, wentBack } from './refusals.ts';
import { replayed, type Owned } from './replay.ts';
import type { SeenLog, SeenLogs } from './seenLogs.ts';
import { isOwner, maySign, type AccessState } from './state.ts';

type Identified = { user: string; signs: string; receives: string };

type Deps = { upstream: Upstream; seen: SeenLogs; owners: KnownOwners };

/** Who signs on this device, and as which entry. */
export type Signing = { signer: Signer; email: string; number: number };
/** A change to sign, made of the state that it follows; null where nothing is to be signed. */
export type MakeChange = (state: AccessState, by: Signing) => AccessChange | null;

/** How often an entry is made anew when another one comes first. */
const maxAttempts = 20;
/** How long a person's own name is used as the service said it, in milliseconds. */
const namesMs = 60_000;
/** Logs that are held in memory. */
const maxHeld = 256;

export class AccessLogs {
  readonly #deps: Deps;
  /** The newest accepted state of each log whose every MAC was checked, by user and schema. */
  readonly #held = new Map<string, AccessState>();
  readonly #names = new ShortCache<Promise<User>>(namesMs);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The state of a schema's log; null where it has none.
   * @param more.believed - an identity that the caller takes for an owner's, besides those that are known.
   * @param more.queryKeys - query keys that the keyring doesn't hold yet, by generation.
   * @throws {LogAlarm} when the log went back, was rewritten or isn't what owners signed; {@link UnknownBeginner} when it
   *   was begun by a person whom the keyring doesn't know as an owner.
   */
  async read(
    asker: Asker,
    own: Owned,
    { believed, queryKeys }: { believed?: Identified | undefined; queryKeys?: Generations | undefined } = {},
  ): Promise<AccessState | null> {
    const { schema, keyring } = own;
    // What was accepted before asking: an answer that was overtaken on its way is no alarm.
    const seen = await this.#deps.seen.of(keyring.user, schema.id);
    const fresh = seen ? await this.#following(asker, own, seen) : await this.#entries(asker, schema, 0);
    if (!seen && fresh.length === 0) return null;
    const held = this.#held.get(nameOfLog(own));
    const start = held && held.hash === seen?.hash ? held : null;
    const before = start ? [] : (seen?.entries ?? []);
    const { state, isComplete } = replayed(own, start, [...before, ...fresh], queryKeys);
    if (!seen && !(await this.#isAnchored(own, fresh, believed)))
      throw new UnknownBeginner(schema, fresh[0]!);
    await this.#deps.seen.add(keyring.user, schema.id, fresh);
    if (isComplete) this.#hold(own, state);
    return state;
  }

  /**
   * The entries that follow those that were seen. A service that lost some of them, as after a restored backup, gets them back
   * from an owner.
   * @throws {LogAlarm} when the log went back or was rewritten.
   */
  async #following(asker: Asker, { schema }: Owned, { entries, hash }: SeenLog): Promise<AccessEntry[]> {
    const last = entries.length - 1;
    const [same, ...fresh] = await this.#entries(asker, schema, last);
    if (same && entryHash(same) === hash) return fresh;
    if (same) throw new LogAlarm(schema, rewritten(entries.length));
    const present = await this.#entries(asker, schema, 0);
    const end = present.at(-1);
    if (end && entryHash(end) !== entryHash(entries[present.length - 1]!))
      throw new LogAlarm(schema, rewritten(present.length));
    if (!schema.permissions.can_share_keys)
      throw new LogAlarm(schema, wentBack(entries.length, present.length));
    for (const entry of entries.slice(present.length))
      await this.#send(asker, schema, entry).catch((error: unknown) => {
        // Another owner was quicker, or it isn't true that they are missing.
        if (!(error instanceof HttpProblem) || error.status !== 409) throw error;
      });
    const [again, ...rest] = await this.#entries(asker, schema, last);
    if (!again || entryHash(again) !== hash)
      throw new LogAlarm(schema, wentBack(entries.length, present.length));
    return rest;
  }

  /** Whether a log was accepted for this person before. */
  async isSeen({ schema, keyring }: Owned): Promise<boolean> {
    return (await this.#deps.seen.of(keyring.user, schema.id)) !== undefined;
  }

  /**
   * Signs a change as the caller, on this device, and appends it. When another entry comes first, the change is made of the
   * state that it leaves.
   * @returns the state with it.
   * @throws {NoSigner} when this device may not sign; whatever {@link AccessLogs.read} throws; 409 when others append again and again.
   */
  async append(asker: Asker, own: Owned, make: MakeChange): Promise<AccessState> {
    return this.#attempt(async () => {
      const state = await this.#signable(asker, own);
      const by = await this.#signing(asker, own.keyring, state);
      const change = make(state, by);
      if (!change) return state;
      return this.#post(asker, own, await this.entry(own, state, by.signer, change));
    });
  }

  /** Begins a schema's log. @throws {HttpProblem} 409 where it has one. */
  async begin(
    asker: Asker,
    own: Owned,
    make: (by: Signing) => AccessChange,
    notice: boolean,
  ): Promise<AccessState> {
    const by = await this.#signing(asker, own.keyring, null);
    const entry = await this.entry(own, null, by.signer, make(by));
    return this.#post(asker, own, entry, notice);
  }

  /**
   * The state, where this device may sign what follows it. A new device of a person whose seed made keys of the schema is
   * admitted by that seed.
   * @throws {NoSigner}
   */
  async #signable(asker: Asker, own: Owned): Promise<AccessState> {
    const { schema, keyring } = own;
    const state = await this.read(asker, own);
    if (!state) throw new LogAlarm(schema, `"${schema.name}" has no signed list of who may have its keys.`);
    const { signer, email, number } = await this.#signing(asker, keyring, state);
    if (maySign(state, signer)) return state;
    const isAllowed = isOwner(state, keyring.user);
    const known = state.seedKeys.get(keyring.user) ?? [];
    const seedKey = keyring
      .accessKeys(schema.id)
      .find((key) => known.includes(signingPublicKey(key).toString('hex')));
    if (!isAllowed || !seedKey) {
      if (isAllowed) await this.#askAgain(asker, own);
      throw new NoSigner(schema, isAllowed);
    }
    const { user, signs, receives } = signer;
    const device = { user, email, signs, receives, compared: true };
    const by_seed = bySeed(seedKey, schema.id, signer, number);
    return this.#post(
      asker,
      own,
      await this.entry(own, state, signer, { type: 'device', ...device, by_seed }),
    );
  }

  /** A signed entry that follows a state. It isn't appended yet. */
  async entry(
    { schema, keyring }: Owned,
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

  /** The state, and who signs what follows it, for an entry that travels with another call. @throws {NoSigner} */
  async prepare(asker: Asker, own: Owned): Promise<{ state: AccessState; by: Signing }> {
    const state = await this.#attempt(() => this.#signable(asker, own));
    return { state, by: await this.#signing(asker, own.keyring, state) };
  }

  async #attempt<Result>(act: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++)
      try {
        return await act();
      } catch (error) {
        const isOvertaken = error instanceof HttpProblem && error.status === 409 && !isUnsignable(error);
        if (!isOvertaken || attempt === maxAttempts) throw error;
      }
  }

  async #send({ credentials }: Asker, { id }: Schema, entry: AccessEntry): Promise<void> {
    await this.#deps.upstream.call(appendAccessLog, { credentials, params: { id }, body: entry });
  }

  async #post(asker: Asker, own: Owned, entry: AccessEntry, notice?: boolean): Promise<AccessState> {
    const { schema, keyring } = own;
    await this.#send(asker, schema, entry);
    const held = this.#held.get(nameOfLog(own));
    if (entry.number > 1 && held?.hash !== entry.previous) {
      const state = await this.read(asker, own);
      if (state && state.number >= entry.number) return state;
      throw new LogAlarm(schema, 'The service took a signed entry and does not show it.');
    }
    const { state, isComplete } = replayed(own, entry.number > 1 ? held! : null, [entry]);
    await this.#deps.seen.add(keyring.user, schema.id, [entry], notice);
    if (isComplete) this.#hold(own, state);
    return state;
  }

  async #signing({ credentials }: Asker, keyring: Keyring, after: AccessState | null): Promise<Signing> {
    const { signs, receives } = publicKeys(await deviceKeys(keyring));
    const self = await this.#names.get(keyring.user, () =>
      this.#deps.upstream.call(getSelf, { credentials, query: {} }),
    );
    const signer = { user: keyring.user, name: nameOf(self), signs, receives };
    return { signer, email: self.email, number: (after?.number ?? 0) + 1 };
  }

  #entries({ credentials }: Asker, { id }: Schema, from: number): Promise<AccessEntry[]> {
    return allPages(({ limit, offset }) =>
      this.#deps.upstream.call(listAccessLog, {
        credentials,
        params: { id },
        query: { limit, offset: from + offset },
      }),
    );
  }

  /** Whether an entry was signed by the caller, by a trusted identity of a known owner, or by a believed one. */
  async #isAnchored(
    { schema, keyring }: Owned,
    entries: readonly AccessEntry[],
    believed: Identified | undefined,
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

  /** Lets other owners see that this device needs to be admitted. What they are shown is a request for keys. */
  async #askAgain({ credentials }: Asker, { schema, keyring }: Owned): Promise<void> {
    const identity = keyring.identity?.id;
    if (identity == null) return;
    await this.#deps.upstream
      .call(askForKeys, { credentials, body: { schema: schema.id, identity } })
      .catch((error: unknown) => {
        if (!(error instanceof HttpProblem)) throw error;
      });
  }

  #hold(own: Owned, state: AccessState): void {
    const name = nameOfLog(own);
    this.#held.delete(name);
    this.#held.set(name, state);
    const [oldest] = this.#held.keys();
    if (this.#held.size > maxHeld && oldest !== undefined) this.#held.delete(oldest);
  }
}

const nameOfLog = ({ schema, keyring }: Owned) => `${keyring.user} ${schema.id}`;
