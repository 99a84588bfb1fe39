/** Splits changes of teams and grants into what is signed before the service applies them, and after. */
import type { AccessChange } from '@cloakroom/contract/accessLog.ts';
import { teamChange } from './changes.ts';
import type { AccessState } from './state.ts';

/** The changes that are signed before and after the call of the service. */
export type SigningPlan = Record<'before' | 'after', (now: AccessState) => AccessChange | null>;

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
    before: changeOf((signed) => signed.filter((user) => wanted(signed).includes(user))),
    after: changeOf(wanted),
  };
}

/** A change of a grant's keys: removals are signed before, additions after. Null for a grant of all keys, or an unsigned one. */
export function grantPlan(state: AccessState, id: string, wanted: string[]): SigningPlan | null {
  if (!state.grants.get(id)?.field_names) return null;
  const changeOf = (names: (signed: string[]) => string[]) => (now: AccessState) => {
    const grant = now.grants.get(id)!;
    const field_names = [...new Set(names(grant.field_names ?? []))].sort();
    return grant.field_names?.join('\n') === field_names.join('\n')
      ? null
      : ({ type: 'grant', ...grant, field_names } as const);
  };
  return {
    before: changeOf((signed) => signed.filter((name) => wanted.includes(name))),
    after: changeOf(() => wanted),
  };
}
