/** Who may have the keys of a schema: what owners have signed, what the service lists beyond that, and the calls that change it. */
import type {
  AccessChange,
  confirmAccess,
  compareDevice,
  SchemaAccess,
} from '@cloakroom/contract/accessLog.ts';
import { matchesWords } from '@cloakroom/wire/fingerprint.ts';
import { shortIdPattern } from '@cloakroom/contract/reference.ts';
import { conflict, HttpProblem, notFound } from '@cloakroom/server-kit/problem.ts';
import type { z } from 'zod';
import type { KnownOwners } from '../epochs/knownOwners.ts';
import { holdsQueryKey } from '../schemaKeys.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import type { Upstream } from '../upstream.ts';
import type { Principal } from '../callers.ts';
import type { AccessLogs } from './accessLogs.ts';
import { requireSignedKeys, type SchemaWithKeyring } from './replay.ts';
import {
  beginChangeForNew,
  beginChangeForShared,
  deviceChange,
  hasUnsignedKeys,
  keysChange,
  teamChange,
} from './changes.ts';
import { keyChecksDigest } from './entry.ts';
import { describePeople, withoutRemoved, fetchServiceLists, unconfirmedOf } from './serviceLists.ts';
import {
  AccessLogRefused,
  reportRefusal,
  UnknownFirstSigner,
  allowUnsigned,
  fingerprintWords,
} from './refusals.ts';
import type { SeenLogs } from './seenLogs.ts';
import type { SigningPlan } from './signingPlans.ts';
import { deviceIn, maySign, type AccessState } from './state.ts';
import { publicKeys } from '../sharing/identity.ts';

type Deps = {
  upstream: Upstream;
  schemas: Pick<Schemas, 'of' | 'ofAnyGeneration'>;
  logs: AccessLogs;
  seen: SeenLogs;
  owners: KnownOwners;
};

export class Access {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The state of a schema's log. For a schema that was shared before logs existed, one is created from its current lists if
   * the caller is an owner who holds its keys; otherwise null. If the fields of an empty schema were changed, the keys of the
   * new fields are signed by the person whose keyring derives them.
   * @throws as {@link AccessLogs.read}
   */
  async ensure(principal: Principal, own: SchemaWithKeyring): Promise<AccessState | null> {
    const { logs, upstream } = this.#deps;
    const state = await logs.read(principal, own);
    if (state && hasUnsignedKeys(state, own))
      return logs.append(principal, own, (now) => keysChange(now, own));
    if (state || !mayBegin(own)) return state;
    const lists = await fetchServiceLists(upstream, principal, own.schema.id);
    const isShared = lists.teams.some(({ members }) => members.some((user) => user !== own.keyring.user));
    try {
      return await logs.begin(principal, own, (by) => beginChangeForShared(own, by, lists), isShared);
    } catch (error) {
      // Another owner has just begun it.
      if (error instanceof HttpProblem && error.status === 409) return logs.read(principal, own);
      throw error;
    }
  }

  /** Begins the log of a schema that the caller has just created. */
  async beginNew(principal: Principal, own: SchemaWithKeyring): Promise<void> {
    if (!mayBegin(own)) return;
    const { logs, upstream } = this.#deps;
    const lists = await fetchServiceLists(upstream, principal, own.schema.id);
    await logs.begin(principal, own, (by) => beginChangeForNew(own, by, lists), false);
  }

  /** Begins or accepts the log when an owner opens the schema for the first time. */
  async ensureOnVisit(principal: Principal, own: SchemaWithKeyring): Promise<void> {
    if (mayBegin(own) && !(await this.#deps.logs.isSeen(own))) await this.ensure(principal, own);
  }

  /** Signs the removal of members and grants that the service no longer lists. Called before keys are changed. */
  async signRemovals(principal: Principal, own: SchemaWithKeyring): Promise<void> {
    const { logs, upstream } = this.#deps;
    const state = await this.ensure(principal, own);
    if (!state) return;
    const { teams, grants } = withoutRemoved(
      state,
      await fetchServiceLists(upstream, principal, own.schema.id),
    );
    for (const team of teams) await logs.append(principal, own, (now) => teamChange(now, team));
    for (const grant of grants) await logs.append(principal, own, () => ({ type: 'grant', ...grant }));
  }

  /** Signs that earlier keys are in use again, after an owner has accepted a restored backup. */
  async signRestored(principal: Principal, own: SchemaWithKeyring): Promise<void> {
    const { schema } = own;
    const state = await this.ensure(principal, own);
    if (!state || state.generation <= schema.generation) return;
    const { generation, key_checks } = schema;
    const digest = keyChecksDigest(schema.id, generation, key_checks ?? {});
    await this.#deps.logs.append(principal, own, (now) =>
      now.generation > generation ? { type: 'restore', generation, key_checks: digest } : null,
    );
  }

  /** Whether a person has accepted a schema's log on this machine. */
  async isSeen(user: string, schema: string): Promise<boolean> {
    return shortIdPattern.test(schema) && (await this.#deps.seen.of(user, schema)) !== undefined;
  }

  /** The schema in whose log, as accepted by a person on this machine, a team or grant is named; undefined if in none. */
  schemaNaming(user: string, id: string): Promise<string | undefined> {
    return this.#deps.seen.schemaNaming(user, id);
  }

  /** The access page of a schema for one person. @throws {HttpProblem} 404 for a schema that they may not see. */
  async view(principal: Principal, id: string): Promise<SchemaAccess> {
    const own = await this.#deps.schemas.ofAnyGeneration(principal, id);
    const emptyAccess = {
      detail: '',
      begun: null,
      words: [],
      may_sign: false,
      notice: false,
      people: [],
      unconfirmed: [],
    };
    try {
      const state = await this.ensure(principal, own);
      if (!state) return { ...emptyAccess, state: 'none' };
      requireSignedKeys(state, own.schema);
      return await this.#accepted(principal, own, state);
    } catch (error) {
      if (error instanceof UnknownFirstSigner) {
        const { name, user } = error.signer;
        const begun = { name, user, time: error.time };
        return {
          ...emptyAccess,
          state: 'unconfirmed',
          detail: error.message,
          begun,
          words: fingerprintWords(error.signer),
        };
      }
      if (error instanceof AccessLogRefused)
        return { ...emptyAccess, state: 'refused', detail: error.message };
      throw error;
    }
  }

  /** Signs what a person confirms. @throws as {@link AccessLogs.append} */
  async confirm(
    principal: Principal,
    id: string,
    confirmation: z.output<typeof confirmAccess.body>,
  ): Promise<SchemaAccess> {
    const { logs, schemas, upstream } = this.#deps;
    const own = await schemas.of(principal, id);
    await this.ensure(principal, own);
    const lists = await fetchServiceLists(upstream, principal, id);
    await logs.append(principal, own, (state): AccessChange | null => {
      if (confirmation.type === 'grant') {
        const { field_names, teams } = confirmation;
        return {
          ...confirmation,
          teams: [...teams].sort(),
          field_names: field_names && [...field_names].sort(),
        };
      }
      const team =
        state.teams.get(confirmation.team) ?? lists.teams.find((one) => one.id === confirmation.team);
      if (!team) throw new HttpProblem(404, 'Team not found. Load the page again.');
      const members = state.teams.get(confirmation.team)?.members ?? [];
      return teamChange(state, { id: team.id, name: team.name, members: [...members, confirmation.user] });
    });
    return this.view(principal, id);
  }

  /** Accepts a log after the caller has compared its first signer's fingerprint. @throws {HttpProblem} 409 for other words. */
  async trust(principal: Principal, id: string, words: string): Promise<SchemaAccess> {
    const { logs, schemas, owners } = this.#deps;
    const own = await schemas.ofAnyGeneration(principal, id);
    try {
      await logs.read(principal, own);
    } catch (error) {
      if (!(error instanceof UnknownFirstSigner)) throw error;
      const { user, name, signs, receives } = error.signer;
      if (!matchesWords(words, fingerprintWords(error.signer)))
        throw conflict(
          `These eight words are not the fingerprint of the identity that signed. If ${name} reads you other words, the signature isn’t theirs: don’t accept it, and tell the operator of the service.`,
        );
      if (!(await own.keyring.trust(user, { signs, receives }, 'compared')))
        throw conflict(
          `The identity that signed as ${name} is known here as another person’s, so it is not accepted. Tell the operator of the service.`,
        );
      await owners.note(principal.user, id, user);
    }
    return this.view(principal, id);
  }

  /** Signs that a device's fingerprint was compared. @throws {HttpProblem} 409 for other words, 404 for an unknown device. */
  async confirmDevice(
    principal: Principal,
    id: string,
    { user, signs, receives, words }: z.output<typeof compareDevice.body>,
  ): Promise<SchemaAccess> {
    const { logs, schemas } = this.#deps;
    const own = await schemas.of(principal, id);
    const keys = { signs, receives };
    if (!matchesWords(words, fingerprintWords(keys)))
      throw conflict('These eight words are not the fingerprint of this device. Nothing was signed.');
    await logs.append(principal, own, (state) => {
      const known = deviceIn(state, user, keys);
      if (!known) throw new HttpProblem(404, 'Device not found. Load the page again.');
      const { by: _, ...device } = known;
      return deviceChange(state, own.keyring, { ...device, compared: true });
    });
    await own.keyring.trust(user, keys, 'compared');
    return this.view(principal, id);
  }

  /** Hides the notice that the log was begun. */
  async dismiss(principal: Principal, id: string): Promise<void> {
    if (!shortIdPattern.test(id)) throw notFound('Schema');
    await this.#deps.seen.dismiss(principal.user, id);
  }

  /**
   * Carries out a change of a team or grant. Removals are signed before the service is called, additions after it: a crash
   * in between leaves a difference that is shown as unconfirmed and grants no key.
   * @param make - returns what is signed before and after the call. Nothing is signed if the caller can't sign.
   * @param report - called with the reason if the second part could not be signed.
   */
  async applyChange<Answer>(
    principal: Principal,
    own: OwnSchema | null,
    make: (state: AccessState) => SigningPlan | null,
    apply: () => Promise<Answer>,
    report: (error: HttpProblem) => void,
  ): Promise<Answer> {
    const { logs } = this.#deps;
    const isSeen = own !== null && (await this.isSeen(principal.user, own.schema.id));
    const state = own && (await this.#signable(principal, own).catch(allowUnsigned(isSeen, report)));
    const signingPlan = state && make(state);
    if (!own || !signingPlan) return apply();
    for (const change of signingPlan.before) await logs.append(principal, own, change);
    const answer = await apply();
    for (const change of signingPlan.after())
      await logs.append(principal, own, change).catch(reportRefusal(report));
    return answer;
  }

  async #signable(principal: Principal, own: SchemaWithKeyring): Promise<AccessState | null> {
    return (await this.ensure(principal, own)) && (await this.#deps.logs.prepare(principal, own)).state;
  }

  async #accepted(principal: Principal, own: SchemaWithKeyring, state: AccessState): Promise<SchemaAccess> {
    const { upstream, seen } = this.#deps;
    const { keyring, schema } = own;
    const lists = await fetchServiceLists(upstream, principal, schema.id);
    const { name, user: by, time } = state.begun;
    const ownDevice = keyring.identity && { user: keyring.user, ...publicKeys(keyring.identity) };
    return {
      state: 'accepted',
      detail: '',
      begun: { name, user: by, time },
      words: [],
      may_sign:
        ownDevice !== null && maySign(state, ownDevice) && holdsQueryKey(keyring, schema)(schema.generation),
      notice: (await seen.of(keyring.user, schema.id))?.notice ?? false,
      people: describePeople(state, lists, keyring),
      unconfirmed: unconfirmedOf(state, lists),
    };
  }
}

const mayBegin = ({ schema, keyring }: SchemaWithKeyring) =>
  schema.permissions.can_share_keys &&
  schema.key_checks !== null &&
  holdsQueryKey(keyring, schema)(schema.generation);
