/** Members who can be added to a team, and those who can't yet. */
import type { OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { fullName } from '#src/shared/people.ts';
import type { TeamMember } from '#src/machines/teamEdit/teams.ts';

export type Candidate = TeamMember & { name: string; isAdmin: boolean; active: boolean };

/** Teams refer to a member by the user's id. */
function candidate({ user, is_admin }: OrganizationUser): Candidate {
  if (typeof user === 'string') {
    const id = idIn(user);
    return { id, email: id, name: '', isAdmin: is_admin, active: true };
  }
  const { id, email, is_active } = user;
  return { id, email, name: fullName(user), isAdmin: is_admin, active: is_active };
}

/** Splits the members into those who can receive keys and those who can't, each sorted by e-mail address. */
export function candidatesOf(all: readonly OrganizationUser[], receivers: readonly OrganizationUser[]) {
  const able = new Set(receivers.map(({ id }) => id));
  const byEmail = (people: readonly OrganizationUser[]) =>
    people.map(candidate).sort((one, other) => (one.email < other.email ? -1 : 1));
  return { able: byEmail(receivers), unable: byEmail(all.filter(({ id }) => !able.has(id))) };
}

/** Why a member can't be added to a team yet, and what to do. */
export const ineligibleReason = ({ active }: Candidate): string =>
  active
    ? 'has no identity yet, so no key can be sealed for them: they create one on their Identities page, through their own proxy'
    : 'has not accepted the invitation yet';

/** People whose address or name contains the text. */
export const searchPeople = (people: readonly Candidate[], text: string): readonly Candidate[] => {
  const query = text.trim().toLowerCase();
  return query === ''
    ? people
    : people.filter(({ email, name }) => `${email} ${name}`.toLowerCase().includes(query));
};
