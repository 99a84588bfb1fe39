/** Ada's organization with members: an admin, a member, and an invited person. */
import type { Invitation } from '@cloakroom/contract/invitations.ts';
import type { MemberUser, OrganizationUser } from '@cloakroom/contract/organizations.ts';
import { ada, organization } from './people.ts';

const time = '2026-01-01T00:00:00Z';
const digit = (id: number) => String(id).repeat(22);

/** A member of the organization, with the complete user. */
export function place(id: number, email: string, options: { admin?: boolean; active?: boolean } = {}) {
  const user: MemberUser = {
    id: `u${digit(id).slice(1)}`,
    url: `/api/users/u${digit(id).slice(1)}/`,
    email,
    first_name: '',
    last_name: '',
    is_active: options.active ?? true,
    is_superuser: false,
    is_service_account: false,
    has_identity: false,
    date_joined: time,
    last_login: null,
  };
  return {
    id: digit(id),
    url: `${organization.url}users/${digit(id)}/`,
    organization: organization.url,
    user,
    is_admin: options.admin ?? false,
    created: time,
    modified: time,
  } satisfies OrganizationUser;
}

const { settings: _settings, organizations: _organizations, username: _username, ...adaAsMember } = ada;
/** Ada herself, who owns it. */
export const owner: OrganizationUser = { ...organization.owner.organization_user, user: adaAsMember };
export const grace = place(6, 'grace@example.org', { admin: true });
export const alan = place(7, 'alan@example.org');
export const mary = place(8, 'mary@example.org', { active: false });

export const invitation: Invitation = {
  id: digit(9),
  url: `${organization.url}invitations/${digit(9)}/`,
  organization: organization.url,
  user: mary.user.url,
  is_admin: false,
  expires: '2026-01-08T00:00:00Z',
  created: time,
  modified: time,
};
