/** The people of an organization in words. */
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import type { Organization, OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';

export type PersonLine = {
  /** The organization user's id. */
  id: string;
  /** The user's id. */
  user: string;
  email: string;
  status: 'Active' | 'Invited';
  role: string;
  isAdmin: boolean;
  /** Owns the organization. */
  owns: boolean;
  /** Is the one who looks. */
  self: boolean;
  /** What is still open; admins alone are told. */
  invitation: Invitation | undefined;
};

/** Who looks at the list. */
export type Viewer = { id: string; isAdmin: boolean };

const emailOf = ({ user }: OrganizationUser) => (typeof user === 'string' ? user : user.email);
const userIdOf = ({ user }: OrganizationUser) => (typeof user === 'string' ? idIn(user) : user.id);

export const ownerEmail = (organization: Organization): string =>
  emailOf(organization.owner.organization_user);

/** Whether a user, by their id, owns the organization. */
export const isOwnedBy = ({ owner }: Organization, user: string): boolean =>
  userIdOf(owner.organization_user) === user;

/** Whether that organization user owns the organization. */
export const ownsOrganization = ({ id }: OrganizationUser, { owner }: Organization): boolean =>
  id === owner.organization_user.id;

/** One line of the Users table. Who has never activated their account is still invited. */
export function personLine(
  member: OrganizationUser,
  organization: Organization,
  viewer: { id: string },
  invitations: readonly Invitation[] = [],
): PersonLine {
  const owns = ownsOrganization(member, organization);
  const role = owns ? 'Owner' : member.is_admin ? 'Admin' : 'Member';
  const active = typeof member.user !== 'string' && member.user.is_active;
  const user = userIdOf(member);
  return {
    id: member.id,
    user,
    email: emailOf(member),
    status: active ? 'Active' : 'Invited',
    role: `Organization ${role}`,
    isAdmin: member.is_admin || owns,
    owns,
    self: user === viewer.id,
    invitation: invitations.find((invitation) => idIn(invitation.user) === user),
  };
}

/** Why somebody's role can't be changed by the one who looks; undefined when it can. */
export function roleFixedBecause({ owns, self }: PersonLine, viewer: Viewer): string | undefined {
  if (owns) return 'The role of the organization’s owner can’t be changed.';
  if (self) return 'You can’t change your own role. Ask another admin.';
  if (!viewer.isAdmin) return 'Only admins can change roles. Ask one of them.';
  return undefined;
}

/** A full name as one text. */
export const fullName = (user: { first_name: string; last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim();
