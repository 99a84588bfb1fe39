/** Leaving an organization: apart from what every page knows of organizations. */
import { endpoint } from './endpoint.ts';

export const removeOrganizationUser = endpoint({
  answeredBy: 'service',
  access: 'user',
  method: 'DELETE',
  path: '/api/organizations/:id/users/:organizationUserId/',
  summary:
    'Take a person out of an organization and off its teams; an invitation that is not accepted yet ends. What they uploaded stays.',
  status: 204,
  reply: 'nothing',
});

export const leaveOrganization = endpoint({
  answeredBy: 'service',
  access: 'user',
  method: 'POST',
  path: '/api/organizations/:id/leave/',
  summary: 'Leave an organization and its teams oneself; its owner can’t. What one uploaded stays.',
  status: 204,
  reply: 'nothing',
});
