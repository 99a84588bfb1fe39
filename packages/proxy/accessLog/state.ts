/** The state of an access log, computed entry by entry: each must be authorized by the state before it. */
import type {
  AccessEntry,
  AdmittedDevice,
  GrantSnapshot,
  TeamSnapshot,
} from '@cloakroom/contract/accessLog.ts';
import { entryHash } from '@cloakroom/wire/accessLogEntry.ts';
import { isAdmittedBySeed, isBySeedKey, isFormerMac, isSigned, hasValidMac } from './entry.ts';

/** Who may have which keys after some entries. */
export type AccessState = {
  schema: string;
  number: number;
  hash: string;
  /** Who signed the first entry, and when. */
  begun: AccessEntry['signer'] & { time: string };
  /** The newest generation of keys. */
  generation: number;
  /** The greatest generation that was ever announced: a restored backup makes an earlier one the newest again. */
  greatestGeneration: number;
  /** Digests of key checks by generation, for the generations that the log contains. */
  keyChecks: ReadonlyMap<number, string>;
  teams: ReadonlyMap<string, TeamSnapshot>;
  grants: ReadonlyMap<string, GrantSnapshot>;
  /** The newest admission of each device, with who signed it. */
  devices: readonly (AdmittedDevice & { by: string })[];
  /** Public keys of seeds, by person. */
  seedKeys: ReadonlyMap<string, readonly string[]>;
};

/** An entry that doesn't follow the state before it, or isn't signed by an owner. */
export class InvalidLogEntry extends Error {
  override readonly name = 'LogRefused';
}

/** The query key of a generation; null if the keyring lacks it. */
export type QueryKeys = (generation: number) => Uint8Array | null;

const sameKeys = (
  one: { signs: string; receives: string },
  other: { signs: string; receives: string },
): boolean => one.signs === other.signs && one.receives === other.receives;

const grantsOf = ({ teams, grants }: AccessState, user: string): GrantSnapshot[] => {
  const teamIds = [...teams.values()].filter(({ members }) => members.includes(user)).map(({ id }) => id);
  return [...grants.values()].filter((grant) => grant.teams.some((team) => teamIds.includes(team)));
};

/** Whether owners have signed that a person may have a key; `field` is a field or `__query`. */
export const mayHave = (state: AccessState, user: string, field: string): boolean =>
  grantsOf(state, user).some(({ field_names }) => field_names === null || field_names.includes(field));

/** Whether owners have signed that a person may share keys. */
export const isOwner = (state: AccessState, user: string): boolean =>
  grantsOf(state, user).some(({ can_share_keys }) => can_share_keys);

/** The newest admission of a device; undefined if there is none. */
export const deviceIn = (
  { devices }: AccessState,
  user: string,
  keys: { signs: string; receives: string },
): (AdmittedDevice & { by: string }) | undefined =>
  devices.find((device) => device.user === user && sameKeys(device, keys));

/** Whether an identity may sign the next entry. */
export const maySign = (
  state: AccessState,
  signer: { user: string; signs: string; receives: string },
): boolean => isOwner(state, signer.user) && deviceIn(state, signer.user, signer) !== undefined;

/**
 * The state after one more entry.
 * @param before - null before the first entry.
 * @throws {InvalidLogEntry} with the entry's number and the reason.
 */
export function applyEntry(
  before: AccessState | null,
  schema: string,
  entry: AccessEntry,
  queryKeys: QueryKeys,
): AccessState {
  const { number, signer, change } = entry;
  const refusal = (what: string) =>
    new InvalidLogEntry(`Entry ${number} of the signed list of who may have the keys ${what}.`);
  if (entry.schema !== schema) throw refusal('was made for another schema');
  if (number !== (before?.number ?? 0) + 1 || entry.previous !== (before?.hash ?? ''))
    throw refusal('does not follow the entry before it');
  if (!isSigned(entry)) throw refusal(`was not signed by the identity of ${signer.name} that it names`);
  const after = { ...applyChange(before, entry, queryKeys, refusal), number, hash: entryHash(entry) };
  if (entry.generation !== after.generation) throw refusal('names another generation of keys');
  const queryKey = queryKeys(entry.generation);
  if (queryKey && !hasValidMac(entry, queryKey))
    throw refusal(`was made without the schema’s key for searching of generation ${entry.generation}`);
  const authority = change.type === 'begin' || isBySeed(change) ? after : before;
  if (!authority || !maySign(authority, signer))
    throw refusal(`was signed by ${signer.name}, who is not among the owners at that point`);
  return after;
}

const isBySeed = (change: AccessEntry['change']) => change.type === 'device' && change.by_seed !== undefined;

function applyChange(
  before: AccessState | null,
  { schema, number, time, signer, change }: AccessEntry,
  queryKeys: QueryKeys,
  refusal: (what: string) => InvalidLogEntry,
): AccessState {
  if (change.type === 'begin') {
    if (before) throw refusal('begins the list a second time');
    if (!isBySeedKey(change.seed_key, schema, signer, number)) throw refusal('bears a wrong key of a seed');
    const { user } = signer;
    return {
      schema,
      number,
      hash: '',
      begun: { ...signer, time },
      generation: change.generation,
      greatestGeneration: change.generation,
      keyChecks: new Map([[change.generation, change.key_checks]]),
      teams: new Map(change.teams.map((team) => [team.id, team])),
      grants: new Map(change.grants.map((grant) => [grant.id, grant])),
      devices: change.devices.map((device) => ({ ...device, by: user })),
      seedKeys: new Map([[user, [change.seed_key.signs]]]),
    };
  }
  if (!before) throw refusal('does not begin the list');
  switch (change.type) {
    case 'team': {
      const { type: _, ...team } = change;
      return { ...before, teams: new Map([...before.teams, [team.id, team]]) };
    }
    case 'grant': {
      const { type: _, ...grant } = change;
      return { ...before, grants: new Map([...before.grants, [grant.id, grant]]) };
    }
    case 'device': {
      const { type: _, by_seed, ...device } = change;
      if (by_seed !== undefined) {
        const isOwn = device.user === signer.user && sameKeys(device, signer);
        const keys = before.seedKeys.get(device.user) ?? [];
        if (!isOwn || !keys.some((key) => isAdmittedBySeed(key, by_seed, schema, signer, number)))
          throw refusal('admits a device by a seed that made no keys of the schema');
      }
      const others = before.devices.filter((one) => one.user !== device.user || !sameKeys(one, device));
      return { ...before, devices: [...others, { ...device, by: signer.user }] };
    }
    case 'keys':
      return {
        ...before,
        keyChecks: new Map([...before.keyChecks, [before.generation, change.key_checks]]),
      };
    case 'restore': {
      const { generation, key_checks } = change;
      if (generation >= before.generation) throw refusal('restores keys that are not earlier ones');
      const earlier = [...before.keyChecks].filter(([number]) => number < generation);
      return { ...before, generation, keyChecks: new Map([...earlier, [generation, key_checks]]) };
    }
    case 'generation': {
      const { generation, key_checks, seed_key } = change;
      // After a restored backup, earlier versions announced a number twice. Their logs stay valid.
      if (generation <= before.generation) throw refusal('announces keys that are not later ones');
      if (!isBySeedKey(seed_key, schema, signer, number)) throw refusal('bears a wrong key of a seed');
      const former = queryKeys(before.generation);
      if (former && !isFormerMac(former, schema, change))
        throw refusal('announces keys without the key for searching of the generation before');
      const seedKeys = [...(before.seedKeys.get(signer.user) ?? []), seed_key.signs];
      return {
        ...before,
        generation,
        greatestGeneration: Math.max(generation, before.greatestGeneration),
        keyChecks: new Map([...before.keyChecks, [generation, key_checks]]),
        seedKeys: new Map([...before.seedKeys, [signer.user, seedKeys]]),
      };
    }
  }
}
