/** API tokens: credentials of programs. Each is restricted to an organization, to datasets and to verbs, and expires. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { expandOf } from './expand.ts';
import { listQuery } from './list.ts';
import { MemberUser } from './organizations.ts';
import { Reference, Url } from './reference.ts';
import { Text } from './text.ts';
import { TokenScope, TokenVerb } from './tokenVerbs.ts';

// The API description names entities by the modules of their nouns.
export { TokenScope };

const dayMs = 24 * 60 * 60 * 1000;
/** The longest life of a token. */
export const maxTokenLifeMs = 366 * dayMs;
/** Datasets that one token may name. */
export const maxTokenDatasets = 100;

export const ApiToken = TokenScope.extend({
  url: Url,
  /** Whose calls are made with it; a URL, or the user with `expand=user`. */
  user: z.union([Url, MemberUser]),
  /** The first characters of the secret, to recognize it by. */
  prefix: z.string(),
  created: z.string(),
  /** Precise to the minute; null before the first use. */
  last_used: z.string().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** A new token with its secret, which is shown this once. */
export const NewApiToken = ApiToken.extend({
  secret: z.string(),
  /** Only from a proxy: whether the token can use the keyring on its machine. */
  uses_keys: z.boolean().optional(),
});
export type NewApiToken = z.infer<typeof NewApiToken>;

const shared = { answeredBy: 'service', access: 'user' } as const;

export const listApiTokens = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/tokens/',
  summary:
    'Your API tokens that are not revoked, the newest first; with `organization`, those of all its members, for its admins.',
  query: listQuery().extend({ organization: Reference.optional(), expand: expandOf('user') }),
  reply: z.array(ApiToken),
});

export const createApiToken = endpoint({
  ...shared,
  answeredBy: 'both',
  method: 'POST',
  path: '/api/tokens/',
  summary:
    'Create an API token, for yourself or for a service account. Its secret is in this answer only. A token can use the keys of the proxy through which it was created.',
  body: z.strictObject({
    name: Text.trim().min(1, 'A name is required.').max(127),
    organization: Reference,
    /** The id of a service account of the organization, whose token it becomes; for admins. */
    service_account: Reference.optional(),
    datasets: z.array(Reference).min(1, 'Name a dataset, or null for all.').max(maxTokenDatasets).nullable(),
    verbs: z.array(TokenVerb).min(1, 'Choose at least one of read, write and delete.').max(3),
    /** At most a year ahead. */
    expires: z.iso.datetime({ offset: true }),
  }),
  status: 201,
  reply: NewApiToken,
});

export const getApiToken = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/tokens/:id/',
  summary: 'One of your API tokens, or one of a member of an organization of which you are an admin.',
  query: z.object({ expand: expandOf('user') }),
  reply: ApiToken,
});

export const revokeApiToken = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/tokens/:id/',
  summary:
    'Revoke an API token of yours, or of a member of an organization of which you are an admin. Calls with it are refused from then on.',
  status: 204,
  reply: 'nothing',
});
