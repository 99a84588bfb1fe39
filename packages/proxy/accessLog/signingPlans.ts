/** Splits changes of teams and grants into what is signed before the service applies them, and after. */
import type { AccessChange } from '@cloakroom/contract/accessLog.ts';
import { additionOf, teamChange, type Addition } from './changes.ts';
import { commonKeys, sameKeys, type KeyNames } from './serviceLists.ts';
import { isOwner, type AccessState } from './state.ts';

type MakeChange = (now: AccessState) => AccessChange | null;

/** The changes that are signed before and after the call of the service. What is signed after it may depend on its answer. */
export type SigningPlan = { before: MakeChange[]; after: () => MakeChange[] };

/** A change of a team's members: removals are signed before, additions after. Null for a team that owners haven't signed. */
export function membersPlan(
  state: AccessState,
  team: string,
  wanted: (members: string[]) => string[],
  name?: string,
): SigningPlan | null {
  if (!state.teams.has(team)) return null;
  const changeOf = (members: (signed: string[]) => string[]) => (now: AccessState) => {
    const signed = now.teams.get(team)!;
    return teamChange(now, { id: team, name: name ?? signed.name, members: members(signed.members) });
  };
  return {
    before: [changeOf((signed) => signed.filter((user) => wanted(signed).includes(user)))],
    after: () => [changeOf(wanted)],
  };
}

/**
 * A change of a grant's keys: removals are signed before, additions after. Null for an unsigned grant, and for one with the
 * right to share, which stays as it is.
 * @param wanted - the keys by those that are signed now; null for every key.
 */
export function grantPlan(
  state: AccessState,
  id: string,
  wanted: (signed: KeyNames) => KeyNames,
): SigningPlan | null {
  const signed = state.grants.get(id);
  if (!signed || signed.can_share_keys) return null;
  const keys = wanted(signed.field_names);
  const next = keys && [...new Set(keys)].sort();
  const changeOf = (names: (before: KeyNames) => string[] | null) => (now: AccessState) => {
    const grant = now.grants.get(id)!;
    const field_names = names(grant.field_names);
    return sameKeys(grant.field_names, field_names)
      ? null
      : ({ type: 'grant', ...grant, field_names } as const);
  };
  return {
    before: [changeOf((before) => commonKeys(before, next))],
    after: () => [changeOf(() => next)],
  };
}

/** The end of a grant, signed before the service deletes it. Null for an unsigned one, and if the signer could sign no more. */
export function withdrawalPlan(state: AccessState, id: string, signer: string): SigningPlan | null {
  const grant = state.grants.get(id);
  if (!grant) return null;
  const without = { ...grant, field_names: [], can_share_keys: false };
  const after = { ...state, grants: new Map([...state.grants, [id, without]]) };
  if (!isOwner(after, signer)) return null;
  const isDone = sameKeys(grant.field_names, []) && !grant.can_share_keys;
  return { before: [() => (isDone ? null : { type: 'grant', ...without })], after: () => [] };
}

/** Teams and grants that are made, signed once the service has answered with their ids. */
export const additionPlan = (added: () => Addition[]): SigningPlan => ({
  before: [],
  after: () => added().map((change) => (now) => additionOf(now, change)),
});
