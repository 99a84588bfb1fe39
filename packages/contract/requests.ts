/** Requests: a person asks the data owners of a schema for one of its keys. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { expandOf } from './expand.ts';
import { Identity } from './identities.ts';
import { listQuery } from './list.ts';
import { MemberUser } from './organizations.ts';
import { Reference, Url } from './reference.ts';
import { Schema } from './schemas.ts';
import { Text } from './text.ts';

export const Request = z.object({
  id: z.string(),
  url: Url,
  /** The recipient of the key; a URL, or the identity with `expand=identity`. */
  identity: z.union([Url, Identity]),
  /** The requester; a URL, or the person with `expand=user`. */
  user: z.union([Url, MemberUser]),
  /** A URL, or the schema with `expand=schema`. */
  schema: z.union([Url, Schema]),
  /** `__query`, or the field of the requested key. */
  field_name: z.string(),
  created: z.string(),
  /** After this it cannot be fulfilled. */
  expires: z.string(),
  /** When a key was shared for it; null while it is outstanding. */
  fulfilled: z.string().nullable(),
  /** When the key arrived. */
  received: z.string().nullable(),
  /** When it was refused; after this it cannot be fulfilled. */
  denied: z.string().nullable(),
  /** The reason of the refusal; may be empty. */
  reason: z.string(),
});
export type Request = z.infer<typeof Request>;

const expand = expandOf('user', 'schema', 'identity', 'identity.user');

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests/',
  summary: 'The requests for keys that you may share; with shared=false, those that are outstanding.',
  answeredBy: 'service',
  access: 'user',
  query: listQuery().extend({
    shared: z.enum(['true', 'false']).optional().describe('`false`: only outstanding requests.'),
    id: Reference.optional(),
    schema: Reference.optional(),
    user: Reference.optional(),
    field_name: Text.optional(),
    fulfilled: z.enum(['true', 'false']).optional(),
    received: z.enum(['true', 'false']).optional(),
    expired: z.enum(['true', 'false']).optional(),
    expand,
  }),
  reply: z.array(Request),
});

export const getRequest = endpoint({
  method: 'GET',
  path: '/api/requests/:id/',
  summary: 'One request: yours, or one for a key that you may share.',
  answeredBy: 'service',
  access: 'user',
  query: z.object({ expand }),
  reply: Request,
});

export const requestKeys = endpoint({
  method: 'POST',
  path: '/api/requests/',
  summary:
    'Request the keys of a schema that your grants name, for a device that lacks them; expired requests are renewed.',
  answeredBy: 'service',
  access: 'user',
  repeatable: true,
  body: z.strictObject({
    schema: Reference,
    /** One of the caller's identities, not revoked. */
    identity: Reference,
  }),
  status: 201,
  reply: z.array(Request),
});

export const denyRequest = endpoint({
  method: 'POST',
  path: '/api/requests/:id/deny/',
  summary: 'Refuse an outstanding request, with or without a reason.',
  answeredBy: 'service',
  access: 'user',
  repeatable: true,
  body: z.strictObject({ reason: Text.trim().max(255).default('') }),
  reply: Request,
});
