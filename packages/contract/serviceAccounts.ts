/** Service accounts: members of one organization that are programs. They have API tokens, and no password or mail. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list.ts';
import { Url } from './reference.ts';
import { Text } from './text.ts';

/** Service accounts of one organization. */
export const maxServiceAccounts = 100;

export const ServiceAccount = z.object({
  /** The id of its user: teams, requests and tokens name it by that, as they name people. */
  id: z.string(),
  url: Url,
  organization: Url,
  /** Its membership, as in the list of the organization's users. */
  organization_user: Url,
  user: Url,
  name: z.string(),
  /** In place of an e-mail address, in a domain that receives no mail. */
  email: z.string(),
  /** Whether it can receive keys. */
  has_identity: z.boolean(),
  created: z.string(),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

const shared = { answeredBy: 'service', access: 'user' } as const;
const Body = z.strictObject({ name: Text.trim().min(1, 'A name is required.').max(127) });

export const listServiceAccounts = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/:id/service-accounts/',
  summary: 'An organization’s service accounts, oldest first.',
  query: listQuery(),
  reply: z.array(ServiceAccount),
});

export const createServiceAccount = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/organizations/:id/service-accounts/',
  summary: 'Create a service account; for admins. It does nothing before an admin creates a token for it.',
  repeatable: true,
  body: Body,
  example: { name: 'Nightly billing' },
  status: 201,
  reply: ServiceAccount,
});

export const getServiceAccount = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/service-accounts/:id/',
  summary: 'One service account.',
  reply: ServiceAccount,
});

export const patchServiceAccount = endpoint({
  ...shared,
  method: 'PATCH',
  path: '/api/service-accounts/:id/',
  summary: 'Rename a service account; for admins.',
  repeatable: true,
  body: Body,
  reply: ServiceAccount,
});

export const deleteServiceAccount = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/service-accounts/:id/',
  summary:
    'Close a service account for good; for admins. It leaves its teams, its tokens are refused and its uploads stay.',
  status: 204,
  reply: 'nothing',
});
