/** Organizations and their users. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { expandOf } from './expand.ts';
import { listQuery } from './list.ts';
import { Reference, Url } from './reference.ts';
import { Slug, Text } from './text.ts';
import { anyVerb } from './tokenVerbs.ts';

/** The user in an expanded organization user. */
export const MemberUser = z.object({
  id: z.string(),
  url: Url,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_active: z.boolean(),
  is_superuser: z.boolean(),
  /** True for a program. Its `first_name` is its name. */
  is_service_account: z.boolean().default(false),
  has_identity: z.boolean(),
  date_joined: z.string(),
  last_login: z.string().nullable(),
});
export type MemberUser = z.infer<typeof MemberUser>;

/** A person's membership in an organization. `/users/{id}/` in an organization's path means this id. */
export const OrganizationUser = z.object({
  id: z.string(),
  url: Url,
  organization: Url,
  user: z.union([Url, MemberUser]),
  is_admin: z.boolean(),
  created: z.string(),
  modified: z.string(),
});
export type OrganizationUser = z.infer<typeof OrganizationUser>;

export const Organization = z.object({
  id: z.string(),
  url: Url,
  name: z.string(),
  slug: z.string(),
  owner: z.object({ id: z.string(), organization_user: OrganizationUser }),
  organization_users: z.array(Url),
  is_active: z.boolean(),
  created: z.string(),
  modified: z.string(),
});
export type Organization = z.infer<typeof Organization>;

const shared = { answeredBy: 'service', access: 'user' } as const;
const Name = z.string().trim().min(1, 'An organization name is required.').max(200);
/** Other clients send it. */
const IsActive = z.literal(true, 'An organization is always active.');

export const listOrganizations = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/',
  tokenVerbs: anyVerb,
  summary: 'Your organizations.',
  query: listQuery().extend({
    id: Reference.optional(),
    name: Text.optional(),
    slug: Text.optional(),
  }),
  reply: z.array(Organization),
});

export const createOrganization = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/organizations/',
  summary: 'Create an organization and become its owner.',
  repeatable: true,
  body: z.strictObject({ name: Name, slug: Slug.optional(), is_active: IsActive.optional() }),
  example: { name: 'Analytical Engines' },
  status: 201,
  reply: Organization,
});

export const getOrganization = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/:id/',
  tokenVerbs: anyVerb,
  summary: 'One organization.',
  reply: Organization,
});

export const getOrganizationBySlug = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/by-slug/:slug/',
  tokenVerbs: anyVerb,
  summary: 'One organization, by its slug.',
  reply: Organization,
});

export const putOrganization = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/organizations/:id/',
  summary: 'Rename an organization, or move it to another subdomain.',
  repeatable: true,
  body: z.strictObject({
    name: Name,
    slug: Slug,
    owner: z.unknown().optional(),
    is_active: IsActive.optional(),
  }),
  reply: Organization,
});

export const listOrganizationUsers = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/:id/users/',
  summary: 'The people of an organization; with has_identity=true, those who can receive keys.',
  query: listQuery().extend({
    expand: expandOf('user'),
    has_identity: z.enum(['true', 'false']).optional().describe('Whether the people can receive keys.'),
    user: Reference.optional(),
    id: Reference.optional(),
    email: Text.optional(),
  }),
  reply: z.array(OrganizationUser),
});

export const getOrganizationUser = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/:id/users/:organizationUserId/',
  summary: 'One person of an organization.',
  query: z.object({ expand: expandOf('user') }),
  reply: OrganizationUser,
});

export const patchOrganizationUser = endpoint({
  ...shared,
  method: 'PATCH',
  path: '/api/organizations/:id/users/:organizationUserId/',
  summary: 'Make a person an admin, or a plain member again.',
  repeatable: true,
  body: z.strictObject({ is_admin: z.boolean() }),
  reply: OrganizationUser,
});
