/** The rights of the signed-in user in an organization. */
import { useQuery } from '@tanstack/react-query';
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Viewer } from '#src/shared/people.ts';
import { organizationQueries } from './queries.ts';

/** The owner counts as an admin, without a call. Other admins are known only after the service has answered. */
export function useViewer({ id, owner }: Organization, user: User): Viewer {
  const { user: owningUser } = owner.organization_user;
  const isOwner = (typeof owningUser === 'string' ? idIn(owningUser) : owningUser.id) === user.id;
  const membership = useQuery({ ...organizationQueries.membership(id, user.id), enabled: !isOwner }).data;
  return { id: user.id, isAdmin: isOwner || (membership?.is_admin ?? false) };
}
