/** Who can be put on a team, and who can't yet. */
import type { OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { fullName } from '#src/shared/people.ts';
import type { Person } from '#src/machines/teamEdit/teams.ts';

export type Candidate = Person & { name: string; isAdmin: boolean; active: boolean };

/** A user's id is what teams know somebody by. */
function candidate({ user, is_admin }: OrganizationUser): Candidate {
  if (typeof user === 'string') {
    const id = idIn(user);
    return { id, email: id, name: '', isAdmin: is_admin, active: true };
  }
  const { id, email, is_active } = user;
  return { id, email, name: fullName(user), isAdmin: is_admin, active: is_active };
}

/** Those who can receive keys and those who can't, each by e-mail. */
export function candidatesOf(all: readonly OrganizationUser[], receivers: readonly OrganizationUser[]) {
  const able = new Set(receivers.map(({ id }) => id));
  const byEmail = (people: readonly OrganizationUser[]) =>
    people.map(candidate).sort((one, other) => (one.email < other.email ? -1 : 1));
  return { able: byEmail(receivers), unable: byEmail(all.filter(({ id }) => !able.has(id))) };
}

/** Why somebody can't be put on a team yet, and what helps. */
export const unableBecause = ({ active }: Candidate): string =>
  active
    ? 'has no identity yet, so no key can be sealed for them: they make one on their Identities page, through their own proxy'
    : 'has not accepted the invitation yet';

/** Those with the words in their address or name. */
export const searchPeople = (people: readonly Candidate[], words: string): readonly Candidate[] => {
  const wanted = words.trim().toLowerCase();
  return wanted === ''
    ? people
    : people.filter(({ email, name }) => `${email} ${name}`.toLowerCase().includes(wanted));
};
