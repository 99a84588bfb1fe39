/** The people of an organization in words. */
import type { Organization, OrganizationUser } from '#contract/organizations.ts';

export type PersonLine = { id: string; email: string; status: 'Active' | 'Invited'; role: string };

const emailOf = ({ user }: OrganizationUser) => (typeof user === 'string' ? user : user.email);

export const ownerEmail = (organization: Organization): string =>
  emailOf(organization.owner.organization_user);

/** One line of the Users table. Who has never activated their account is still invited. */
export function personLine(member: OrganizationUser, organization: Organization): PersonLine {
  const owns = member.id === organization.owner.organization_user.id;
  const role = owns ? 'Owner' : member.is_admin ? 'Admin' : 'Member';
  const active = typeof member.user !== 'string' && member.user.is_active;
  return {
    id: member.id,
    email: emailOf(member),
    status: active ? 'Active' : 'Invited',
    role: `Organization ${role}`,
  };
}

/** A full name as one text. */
export const fullName = (user: { first_name: string; last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim();
