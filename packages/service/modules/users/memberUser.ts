/** The view of a user for other members of an organization. */
import type { MemberUser } from '@cloakroom/contract/organizations.ts';
import { urlOf } from '@cloakroom/contract/reference.ts';
import type { users } from '../../db/schema.ts';

export type UserRow = typeof users.$inferSelect;

export const memberUser = (row: UserRow): MemberUser => ({
  id: row.id,
  url: urlOf('users', row.id),
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  is_active: row.isActive,
  is_superuser: row.isSuperuser,
  is_service_account: row.isServiceAccount,
  has_identity: row.hasIdentity,
  date_joined: row.joined.toISOString(),
  last_login: row.lastLogin?.toISOString() ?? null,
});
