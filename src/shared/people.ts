/** The rows of the Users table. */
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import type { Organization, OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';

export type PersonLine = {
  /** The organization user's id. */
  id: string;
  /** The user's id. */
  user: string;
  email: string;
  /** The name of a service account; undefined for a person. */
  program: string | undefined;
  status: 'Active' | 'Invited';
  role: string;
  isAdmin: boolean;
  owns: boolean;
  /** Whether the user is the viewer. */
  self: boolean;
  /** The open invitation, known to admins only. */
  invitation: Invitation | undefined;
};

/** The signed-in user. */
export type Viewer = { id: string; isAdmin: boolean };

const emailOf = ({ user }: OrganizationUser) => (typeof user === 'string' ? user : user.email);
const userIdOf = ({ user }: OrganizationUser) => (typeof user === 'string' ? idIn(user) : user.id);

export const ownerEmail = (organization: Organization): string =>
  emailOf(organization.owner.organization_user);

/** Whether the user with this id owns the organization. */
export const isOwnedBy = ({ owner }: Organization, user: string): boolean =>
  userIdOf(owner.organization_user) === user;

/** Whether the organization user owns the organization. */
export const ownsOrganization = ({ id }: OrganizationUser, { owner }: Organization): boolean =>
  id === owner.organization_user.id;

/** A row of the Users table. A user whose account is not activated counts as invited. */
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
  const program =
    typeof member.user !== 'string' && member.user.is_service_account ? member.user.first_name : undefined;
  return {
    id: member.id,
    user,
    email: emailOf(member),
    program,
    status: active ? 'Active' : 'Invited',
    role: program === undefined ? `Organization ${role}` : 'Service account',
    isAdmin: member.is_admin || owns,
    owns,
    self: user === viewer.id,
    invitation: invitations.find((invitation) => idIn(invitation.user) === user),
  };
}

/**
 * Why a member can't do what only admins may; undefined for an admin.
 * @param acts - "create datasets".
 */
export const adminReason = (isAdmin: boolean, acts: string): string | undefined =>
  isAdmin ? undefined : `Only admins ${acts}. Ask one of them.`;

/** Why the viewer can't change the role; undefined if they can. */
export function roleFixedBecause({ owns, self, program }: PersonLine, viewer: Viewer): string | undefined {
  if (program !== undefined) return 'A service account can’t be an admin.';
  if (owns) return 'The role of the organization’s owner can’t be changed.';
  if (self) return 'You can’t change your own role. Ask another admin.';
  return adminReason(viewer.isAdmin, 'can change roles');
}

export const fullName = (user: { first_name: string; last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim();
