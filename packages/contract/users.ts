/** Users: the people who have accounts. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { expandOf } from './expand.ts';
import { MemberUser, Organization } from './organizations.ts';
import { anyVerb, TokenScope } from './tokenVerbs.ts';
import { Url } from './reference.ts';

export const User = z.object({
  id: z.string(),
  url: Url,
  email: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  has_identity: z.boolean(),
  /** True once the e-mail address is verified. */
  is_active: z.boolean(),
  is_superuser: z.boolean(),
  /** True for a program. */
  is_service_account: z.boolean().default(false),
  date_joined: z.string(),
  last_login: z.string().nullable(),
  settings: z.object({ plan: z.object({ product_name: z.string() }) }),
  /** URLs, or the organizations themselves with `expand=organizations`. */
  get organizations() {
    return z.array(z.union([Url, Organization]));
  },
  /** The API token of the call, if it was made with one. */
  token: TokenScope.optional(),
});
export type User = z.infer<typeof User>;

const Expand = z.object({ expand: expandOf('organizations') });

export const getSelf = endpoint({
  method: 'GET',
  path: '/api/users/self/',
  summary: 'The signed-in user.',
  answeredBy: 'service',
  access: 'user',
  tokenVerbs: anyVerb,
  query: Expand,
  reply: User,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id/',
  summary: 'Yourself, or a person of a shared organization, invited people included.',
  answeredBy: 'service',
  access: 'user',
  reply: MemberUser,
});

export const getUserByName = endpoint({
  method: 'GET',
  path: '/api/users/by_name/:name/',
  summary: 'A user of a shared organization, by e-mail address.',
  answeredBy: 'service',
  access: 'user',
  query: Expand,
  reply: User,
});
