/** The rights of the signed-in user in an organization. */
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { useSession } from '#src/features/session/index.ts';
import { adminReason, type Viewer } from '#src/shared/people.ts';
import { useMembership } from './queries.ts';

/** The owner counts as an admin. Other admins are known only after the service has answered. */
export function useViewer({ id, owner }: Organization, user: User): Viewer {
  const membership = useMembership(id, user.id);
  const { user: owningUser } = owner.organization_user;
  const isOwner = (typeof owningUser === 'string' ? idIn(owningUser) : owningUser.id) === user.id;
  return { id: user.id, isAdmin: isOwner || (membership?.is_admin ?? false) };
}

/**
 * Why the signed-in user can't do what only admins of their organization may; undefined if they are one.
 * @param acts - "create datasets".
 */
export function useAdminReason(acts: string): string | undefined {
  const { user, organization } = useSession();
  return adminReason(useViewer(organization, user).isAdmin, acts);
}
