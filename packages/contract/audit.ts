/** The audit log: who did what in an organization. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { expandOf } from './expand.ts';
import { listQuery } from './list.ts';
import { MemberUser } from './organizations.ts';
import { Reference, Url } from './reference.ts';
import { Text } from './text.ts';

export const auditActions = ['create', 'update', 'delete', 'access'] as const;

export const AuditLogEntry = z.object({
  id: z.string(),
  organization: Url,
  /** The user, a URL, or the person with `expand=actor`; null for a call without a session. */
  actor: z.union([Url, MemberUser]).nullable(),
  action: z.enum(auditActions),
  /** The kind of the changed object, such as `schema`. */
  model: z.string(),
  object_id: z.string(),
  /** Names and ids; never a password, a link or a record’s value. */
  changes: z.record(z.string(), z.unknown()),
  /** With `expand=people`: the e-mail addresses of the people whose ids `changes` holds, by their ids. */
  people: z.record(z.string(), z.string()).optional(),
  remote_address: z.string(),
  timestamp: z.string(),
});
export type AuditLogEntry = z.infer<typeof AuditLogEntry>;

export const listAuditLogs = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/audit-logs/',
  summary: 'What was done in an organization, newest first; for its admins.',
  answeredBy: 'service',
  access: 'user',
  query: listQuery().extend({
    actor: Reference.optional(),
    action: z.enum(auditActions).optional(),
    model: Text.optional(),
    object_id: Text.optional(),
    expand: expandOf('actor', 'people'),
  }),
  reply: z.array(AuditLogEntry),
});

/** An export: the number of records, whether filters were applied, whether values are decrypted, and the file format. */
export const Export = z.strictObject({
  records: z.number().int().min(0),
  filtered: z.boolean(),
  values: z.enum(['encrypted', 'decrypted']),
  format: z.enum(['csv', 'json', 'ndjson']),
});
export type Export = z.infer<typeof Export>;

export const noteExport = endpoint({
  method: 'POST',
  path: '/api/schemas/:id/exports/',
  tokenVerbs: ['read'],
  summary: 'Record an export of a schema’s records in the audit log, before it begins.',
  answeredBy: 'service',
  access: 'user',
  body: Export,
  status: 204,
  reply: 'nothing',
});
