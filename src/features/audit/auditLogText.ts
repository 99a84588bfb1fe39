/** Entries of the audit log in words. */
import { z } from 'zod';
import { Export, type AuditLogEntry } from '@cloakroom/contract/audit.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { counted, countText } from '#src/shared/format/counts.ts';

/** What kind of thing was done. */
export const verbs: Record<AuditLogEntry['action'], string> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  access: 'Accessed',
};

/** Where the kind of thing isn't called as people call it. */
const modelNames: Record<string, string> = {
  organization_user: 'user’s role',
  manifest: 'records',
  record: 'records',
  material: 'shared key',
  request: 'request for keys',
  grant: 'permissions',
  user: 'account',
};

/** Where neither says it. */
const irregularTexts: Record<string, string> = {
  'access schema': 'Read records',
  'access export': 'Exported records',
  'update manifest': 'Stored records',
  'delete organization_user': 'Removed user',
  'create organization_user': 'Joined',
  'create session': 'Signed in',
  'delete session': 'Signed out',
  'access session': 'Failed to sign in',
  'create token': 'Signed in with a program',
};

/** What was done: "Created schema". */
export const actionText = ({ action, model }: AuditLogEntry): string =>
  irregularTexts[`${action} ${model}`] ?? `${verbs[action]} ${modelNames[model] ?? model}`;

/** Who did it. */
export function actorText({ actor }: AuditLogEntry): string {
  if (actor === null) return 'Nobody signed in';
  return typeof actor === 'string' ? idIn(actor) : actor.email;
}

/** The name of what it was done to, where the entry has it. */
export const objectName = ({ changes }: AuditLogEntry): string | undefined =>
  typeof changes.name === 'string' ? changes.name : undefined;

/** What was read within an hour: sealed records, and blocks of the index where a search looks. */
const Reads = z.object({ records_read: z.number(), index_reads: z.number(), lists: z.number() });

const readsText = ({ records_read, index_reads, lists }: z.infer<typeof Reads>): string =>
  [
    records_read > 0 && `${counted(records_read, 'record')} read`,
    index_reads > 0 && `the index asked ${counted(index_reads, 'time')}`,
    lists > 0 && `${counted(lists, 'page')} of records listed`,
  ]
    .filter(Boolean)
    .join(', ');

const exportText = ({ records, filtered, values, format }: Export): string =>
  `${counted(records, 'record')}, ${filtered ? 'found by filters' : 'all there were'}, ${values}, as ${format.toUpperCase()}`;

/** What an upload or a deletion has made of a schema's records. */
const Published = z.object({
  records: z.object({ before: z.number(), after: z.number() }),
  deleted: z.number().optional(),
  ids: z.array(z.string()).default([]),
});

function publishedText({ records: { before, after }, deleted, ids }: z.infer<typeof Published>): string {
  const numbers = `from ${countText(before)} to ${counted(after, 'record')}`;
  return deleted === undefined ? numbers : `${countText(deleted)} deleted, ${numbers}: ${ids.join(', ')}`;
}

/** A list as its items; nothing for what is empty. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(valueText).join(', ') : JSON.stringify(value);
}

/** What else the entry tells: `is_admin: true`. */
export function detailText({ changes: { name: _, ...changes } }: AuditLogEntry): string {
  const reads = Reads.safeParse(changes);
  if (reads.success) return readsText(reads.data);
  const exported = Export.safeParse(changes);
  if (exported.success) return exportText(exported.data);
  const published = Published.safeParse(changes);
  if (published.success) return publishedText(published.data);
  return Object.entries(changes)
    .map(([name, value]) => ({ name, words: valueText(value) }))
    .filter(({ words }) => words !== '')
    .map(({ name, words }) => `${name}: ${words}`)
    .join('; ');
}
