/** Ending memberships: separate from organizations.ts, which every page loads. */
import { endpoint } from './endpoint.ts';

export const removeOrganizationUser = endpoint({
  answeredBy: 'service',
  access: 'user',
  method: 'DELETE',
  path: '/api/organizations/:id/users/:organizationUserId/',
  summary:
    'Remove a person from an organization and its teams; a pending invitation is withdrawn. Their uploads stay.',
  status: 204,
  reply: 'nothing',
});

export const leaveOrganization = endpoint({
  answeredBy: 'service',
  access: 'user',
  method: 'POST',
  path: '/api/organizations/:id/leave/',
  summary: 'Leave an organization and its teams; its owner can’t. Your uploads stay.',
  status: 204,
  reply: 'nothing',
});
