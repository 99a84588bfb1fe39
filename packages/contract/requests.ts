/** Requests: a person asks the data owners of a schema for one of its keys. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Identity } from './identities.ts';
import { listQuery } from './list.ts';
import { MemberUser } from './organizations.ts';
import { Reference } from './reference.ts';
import { Schema } from './schemas.ts';
import { Text } from './text.ts';

export const Request = z.object({
  id: z.string(),
  url: z.string(),
  /** Where the key is to be sealed to; a URL, or the identity with `expand=identity`. */
  identity: z.union([z.string(), Identity]),
  /** Who asks; a URL, or the person with `expand=user`. */
  user: z.union([z.string(), MemberUser]),
  /** A URL, or the schema with `expand=schema`. */
  schema: z.union([z.string(), Schema]),
  /** `__query`, or the field whose key is asked for. */
  field_name: z.string(),
  created: z.string(),
  /** From then on nobody can fulfil it. */
  expires: z.string(),
  /** When a material was made for it; null while it is outstanding. */
  fulfilled: z.string().nullable(),
  /** When the key arrived. */
  received: z.string().nullable(),
  /** When somebody who may share the key refused to; from then on nobody can fulfil it. */
  denied: z.string().nullable(),
  /** Why; empty when nothing was said, or nothing was refused. */
  reason: z.string(),
});
export type Request = z.infer<typeof Request>;

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests/',
  summary: 'The requests for keys that one may share; with shared=false those that are outstanding.',
  answeredBy: 'service',
  access: 'user',
  query: listQuery().extend({
    shared: z.enum(['true', 'false']).optional(),
    id: Reference.optional(),
    schema: Reference.optional(),
    user: Reference.optional(),
    field_name: Text.optional(),
    fulfilled: z.enum(['true', 'false']).optional(),
    received: z.enum(['true', 'false']).optional(),
    expired: z.enum(['true', 'false']).optional(),
    expand: z.string().optional(),
  }),
  reply: z.array(Request),
});

export const askForKeys = endpoint({
  method: 'POST',
  path: '/api/requests/',
  summary:
    'Ask for those keys of a schema that one’s grants name, for a device that lacks them; what has expired is asked for anew.',
  answeredBy: 'service',
  access: 'user',
  repeatable: true,
  body: z.strictObject({
    schema: Reference,
    /** One’s own identity, not revoked. */
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
