/** Whether somebody may run their organization. */
import type { Organization } from '@cloakroom/contract/organizations.ts';
import type { User } from '@cloakroom/contract/users.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Viewer } from '#src/shared/people.ts';
import { usePlace } from './queries.ts';

/** The owner counts as an admin. Until the service has answered, nobody else does. */
export function useViewer({ id, owner }: Organization, user: User): Viewer {
  const place = usePlace(id, user.id);
  const { user: holder } = owner.organization_user;
  const owns = (typeof holder === 'string' ? idIn(holder) : holder.id) === user.id;
  return { id: user.id, isAdmin: owns || (place?.is_admin ?? false) };
}
