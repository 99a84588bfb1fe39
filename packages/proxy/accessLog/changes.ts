/** Builds the changes that entries of an access log contain. */
import type { AccessChange, AdmittedDevice, TeamSnapshot } from '@cloakroom/contract/accessLog.ts';
import { isDeepStrictEqual } from 'node:util';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { keyChecksOf, queryKeyOf } from '../schemaKeys.ts';
import type { SigningContext } from './accessLogs.ts';
import type { SchemaWithKeyring } from './replay.ts';
import { formerMac, keyChecksDigest, seedKeyOf } from './entry.ts';
import type { ServiceLists } from './serviceLists.ts';
import { deviceIn, isOwner, type AccessState } from './state.ts';

/** A new team or grant. */
export type Addition = Extract<AccessChange, { type: 'team' | 'grant' }>;

type Begin = Extract<AccessChange, { type: 'begin' }>;

const seedKey = (keyring: Keyring, schema: string, { signer, number }: SigningContext) =>
  seedKeyOf(keyring.accessKeys(schema)[0]!, schema, signer, number);

const ownDevice = ({ signer: { user, signs, receives }, email }: SigningContext): AdmittedDevice => ({
  user,
  email,
  signs,
  receives,
  compared: true,
});

function beginChange(
  { schema, keyring }: SchemaWithKeyring,
  by: SigningContext,
  content: Pick<Begin, 'teams' | 'grants' | 'devices'>,
): Begin {
  const { generation, key_checks } = schema;
  return {
    type: 'begin',
    generation,
    key_checks: keyChecksDigest(schema.id, generation, key_checks ?? {}),
    ...content,
    devices: [ownDevice(by), ...content.devices],
    seed_key: seedKey(keyring, schema.id, by),
  };
}

/**
 * The first change for a schema that the signer has just created: the signer is its only owner, requesters may have the query
 * key, and contributors every key, which storing takes. Only the ids, roles and names of teams and grants are taken from the
 * service.
 */
export function beginChangeForNew(
  own: SchemaWithKeyring,
  by: SigningContext,
  { teams, grants }: ServiceLists,
): Begin {
  const owners = teams.find(({ role }) => role === 'owners');
  const contributors = teams.find(({ role }) => role === 'contributors');
  return beginChange(own, by, {
    teams: teams.map(({ id, name }) => ({ id, name, members: id === owners?.id ? [by.signer.user] : [] })),
    grants: grants.map(({ id, teams: reached }) => {
      const isOwners = owners !== undefined && reached.includes(owners.id);
      return {
        id,
        teams: isOwners ? [owners.id] : reached.filter((team) => team !== owners?.id),
        field_names:
          isOwners || (contributors !== undefined && reached.includes(contributors.id))
            ? null
            : [queryKeyName],
        can_share_keys: isOwners,
      };
    }),
    devices: [],
  });
}

/** The first change for a schema that was shared before it had a log: the service's current lists. */
export function beginChangeForShared(
  own: SchemaWithKeyring,
  by: SigningContext,
  { teams, grants, emails }: ServiceLists,
): Begin {
  const members = new Set(teams.flatMap((team) => team.members));
  members.delete(by.signer.user);
  const devices = [...members].flatMap((user) =>
    own.keyring.pinsOf(user).map((pin) => ({ user, email: emails.get(user) ?? user, ...pin })),
  );
  return beginChange(own, by, {
    teams: teams.map(({ id, name, members }) => ({ id, name, members })),
    grants,
    devices,
  });
}

/** Announces a generation of keys from the signer's seed. */
export function generationChange(
  { schema, keyring }: SchemaWithKeyring,
  by: SigningContext,
  generation: number,
): Extract<AccessChange, { type: 'generation' }> {
  const digest = keyChecksDigest(schema.id, generation, keyChecksOf(keyring, schema, generation));
  const former = queryKeyOf(keyring, schema);
  return {
    type: 'generation',
    generation,
    key_checks: digest,
    former_mac: formerMac(former, schema.id, generation, digest).toString('hex'),
    seed_key: seedKey(keyring, schema.id, by),
  };
}

/** A change of a team's members; null if it has them already. */
export function teamChange(state: AccessState, team: TeamSnapshot): AccessChange | null {
  const members = [...new Set(team.members)].sort();
  const signed = state.teams.get(team.id);
  const isSame = signed?.name === team.name && signed.members.join() === members.join();
  return isSame ? null : { type: 'team', id: team.id, name: team.name, members };
}

/**
 * A team or grant that the log doesn't know yet; null if it is known like this.
 * @throws {HttpProblem} 502 if the id is another one's: signing would replace that one.
 */
export function additionOf(state: AccessState, change: Addition): Addition | null {
  const { type, ...added } = change;
  const known = type === 'team' ? state.teams.get(added.id) : state.grants.get(added.id);
  if (!known) return change;
  if (isDeepStrictEqual(known, added)) return null;
  throw new HttpProblem(
    502,
    `The service answers with a ${type} that its owners have signed before as another one, so nothing more was signed. Look at the schema’s Permissions, and tell the operator of the service.`,
  );
}

/**
 * The admission of a device; null if the same signer has already admitted it unchanged. A signer admits a device again
 * although another owner has, so that its user, who knows this signer, can trust the log.
 */
export function deviceChange(
  state: AccessState,
  by: { user: string },
  device: AdmittedDevice,
): AccessChange | null {
  const admitted = deviceIn(state, device.user, device);
  const compared = device.compared || admitted?.compared === true;
  if (admitted?.by === by.user && admitted.compared === compared && admitted.email === device.email)
    return null;
  return { type: 'device', ...device, compared };
}

/** Whether the newest keys differ from the signed ones, and are those that the caller's own keyring derives. */
export function hasUnsignedKeys(state: AccessState, { schema, keyring }: SchemaWithKeyring): boolean {
  const { generation, key_checks, permissions } = schema;
  if (!permissions.can_share_keys || !key_checks || generation !== state.generation) return false;
  if (state.keyChecks.get(generation) === keyChecksDigest(schema.id, generation, key_checks)) return false;
  const own = keyChecksOf(keyring, schema, generation);
  return (
    Object.entries(key_checks).every(([name, check]) => own[name] === check) && isOwner(state, keyring.user)
  );
}

/** A change of the keys of the current generation, after fields were changed; null if they are those that were signed. */
export const keysChange = (state: AccessState, own: SchemaWithKeyring): AccessChange | null =>
  hasUnsignedKeys(state, own)
    ? {
        type: 'keys',
        key_checks: keyChecksDigest(own.schema.id, own.schema.generation, own.schema.key_checks ?? {}),
      }
    : null;
