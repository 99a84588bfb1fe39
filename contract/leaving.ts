/** Leaving an organization: apart from what every page knows of organizations. */
import { endpoint } from './endpoint.ts';

export const removeOrganizationUser = endpoint({
  answeredBy: 'service',
  access: 'user',
  method: 'DELETE',
  path: '/api/organizations/:id/users/:organizationUserId/',
  summary:
    'Take somebody out of an organization and off its teams; an invitation that nobody has followed ends. What they uploaded stays.',
  status: 204,
  reply: 'nothing',
});
