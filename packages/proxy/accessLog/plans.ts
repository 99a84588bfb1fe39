/** Changes of teams and grants: what is signed before the service carries them out, and after. */
import type { AccessChange } from '@cloakroom/contract/accessLog.ts';
import { teamChange } from './changes.ts';
import type { AccessState } from './state.ts';

/** What is signed before a change is carried out, and after. */
export type SigningPlan = Record<'before' | 'after', (now: AccessState) => AccessChange | null>;

/** A team's other members: those who go are signed first, those who come after. Null for a team that owners haven't signed. */
export function membersPlan(
  state: AccessState,
  team: string,
  wanted: (members: string[]) => string[],
  name?: string,
): SigningPlan | null {
  if (!state.teams.has(team)) return null;
  const plan = (members: (signed: string[]) => string[]) => (now: AccessState) => {
    const signed = now.teams.get(team)!;
    return teamChange(now, { id: team, name: name ?? signed.name, members: members(signed.members) });
  };
  return {
    before: plan((signed) => signed.filter((user) => wanted(signed).includes(user))),
    after: plan(wanted),
  };
}

/** A grant's other keys, in the same way. */
export function grantPlan(state: AccessState, id: string, wanted: string[]): SigningPlan | null {
  if (!state.grants.get(id)?.field_names) return null;
  const plan = (names: (signed: string[]) => string[]) => (now: AccessState) => {
    const grant = now.grants.get(id)!;
    const field_names = [...new Set(names(grant.field_names ?? []))].sort();
    return grant.field_names?.join('\n') === field_names.join('\n')
      ? null
      : ({ type: 'grant', ...grant, field_names } as const);
  };
  return {
    before: plan((signed) => signed.filter((name) => wanted.includes(name))),
    after: plan(() => wanted),
  };
}
