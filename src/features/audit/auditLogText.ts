/** The text of audit log entries. */
import { z } from 'zod';
import { Export, type AuditLogEntry } from '@cloakroom/contract/audit.ts';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { formatQuantity, formatCount } from '#src/shared/format/counts.ts';

/** The verb of each action. */
export const actionVerbs: Record<AuditLogEntry['action'], string> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  access: 'Accessed',
};

/** Display names of models whose API name differs. */
const modelNames: Record<string, string> = {
  organization_user: 'user’s role',
  manifest: 'records',
  record: 'records',
  material: 'shared key',
  request: 'request for keys',
  grant: 'permissions',
  user: 'account',
  api_token: 'API token',
  service_account: 'service account',
  saved_view: 'saved view',
};

/** Texts that can't be composed of verb and model. */
const irregularTexts: Record<string, string> = {
  'access schema': 'Read records',
  'access export': 'Exported records',
  'update manifest': 'Stored records',
  'delete organization_user': 'Removed user',
  'create organization_user': 'Joined',
  'create session': 'Signed in',
  'delete session': 'Signed out',
  'access session': 'Failed to sign in',
  'create token': 'Signed in from a program',
  'delete api_token': 'Revoked API token',
};

/** What was done: "Created schema". */
export const actionText = ({ action, model }: AuditLogEntry): string =>
  irregularTexts[`${action} ${model}`] ?? `${actionVerbs[action]} ${modelNames[model] ?? model}`;

/** The e-mail or id of the user who did it. */
export function actorText({ actor }: AuditLogEntry): string {
  if (actor === null) return 'Not signed in';
  return typeof actor === 'string' ? idIn(actor) : actor.email;
}

/** The name of the changed object, if the entry contains it. */
export const objectName = ({ changes }: AuditLogEntry): string | undefined =>
  typeof changes.name === 'string' ? changes.name : undefined;

/** The reads of one hour: sealed records, groups of them, blocks of the index, and pages of records. */
const Reads = z.object({
  records_read: z.number(),
  groups_read: z.number().default(0),
  index_reads: z.number(),
  lists: z.number(),
});

const readsText = ({ records_read, groups_read, index_reads, lists }: z.infer<typeof Reads>): string =>
  [
    groups_read > 0 && `${formatQuantity(groups_read, 'group')} of records read`,
    records_read > 0 && `${formatQuantity(records_read, 'record')} read`,
    index_reads > 0 && `index read ${formatQuantity(index_reads, 'time')}`,
    lists > 0 && `${formatQuantity(lists, 'page')} of records listed`,
  ]
    .filter(Boolean)
    .join(', ');

const exportText = ({ records, filtered, values, format }: Export): string =>
  `${formatQuantity(records, 'record')}, ${filtered ? 'matching the filters' : 'all of them'}, ${values}, as ${format.toUpperCase()}`;

/** The number of records before and after an upload, a deletion or a change. */
const Published = z.object({
  records: z.object({ before: z.number(), after: z.number() }),
  deleted: z.number().optional(),
  changed: z.number().optional(),
  ids: z.array(z.string()).default([]),
});

function publishedText({
  records: { before, after },
  deleted,
  changed,
  ids,
}: z.infer<typeof Published>): string {
  if (changed !== undefined) return `${formatQuantity(changed, 'record')}: ${ids.join(', ')}`;
  const numbers = `from ${formatCount(before)} to ${formatQuantity(after, 'record')}`;
  return deleted === undefined ? numbers : `${formatCount(deleted)} deleted, ${numbers}: ${ids.join(', ')}`;
}

/** E-mail addresses by the ids of people. A map, because a value may be a name that every object has, such as `constructor`. */
type People = ReadonlyMap<string, string>;

/** Lists are joined, and people are shown by their e-mail addresses; the text of an empty list is empty. */
function valueText(value: unknown, people?: People): string {
  if (typeof value === 'string') return people?.get(value) ?? value;
  return Array.isArray(value)
    ? value.map((item) => valueText(item, people)).join(', ')
    : JSON.stringify(value);
}

function namedText(name: string, value: unknown, people: People): string {
  const text = valueText(value, people);
  return text === '' ? '' : `${name.replaceAll('_', ' ')}: ${text}`;
}

/** An entry that was added to the signed list of who may have a schema’s keys. */
const Signed = z.object({ access_log: z.number(), signed: z.string() });

const signedTexts = new Map(
  Object.entries({
    begin: 'the first teams, permissions and devices',
    team: 'members of a team',
    grant: 'permissions of a team',
    device: 'a device that may receive keys',
    generation: 'new keys',
    keys: 'keys of changed fields',
    restore: 'keys of a restored backup',
  }),
);

const signedText = ({ access_log, signed }: z.infer<typeof Signed>): string =>
  `signed: ${signedTexts.get(signed) ?? signed} (entry ${access_log} of the signed list)`;

const keyText = (name: unknown): string => (name === queryKeyName ? 'searching' : valueText(name));
/** The names of keys: "keys for searching, ward". */
const keysText = (names: unknown): string =>
  `keys for ${Array.isArray(names) ? names.map(keyText).join(', ') : valueText(names)}`;

const requestsText = (count: unknown, what: string): string =>
  typeof count === 'number' && count > 0 ? `${formatQuantity(count, 'request')} for keys ${what}` : '';

/** Changes that read better than `name: value`; an empty text is left out. */
const changeTexts = new Map<string, (value: unknown) => string>(
  Object.entries({
    is_admin: (value) => (value === true ? 'role: admin' : 'role: member'),
    password: () => 'new password',
    key_checks: keysText,
    field_names: (value) => (value === null ? 'all fields' : keysText(value)),
    can_create_records: (value) => (value === true ? 'may add records' : ''),
    former_name: (value) => `formerly ${valueText(value)}`,
    requests_opened: (value) => requestsText(value, 'opened'),
    requests_closed: (value) => requestsText(value, 'closed'),
    left: () => 'left the organization',
    declined: () => 'declined',
    denied: () => 'denied',
  }),
);

/** The other changes of the entry: `role: admin; invitation: 4x8dqCJ9BWXkbkyTgxXs45`. */
export function detailText({ changes: { name: _, ...changes }, people = {} }: AuditLogEntry): string {
  const reads = Reads.safeParse(changes);
  if (reads.success) return readsText(reads.data);
  const exported = Export.safeParse(changes);
  if (exported.success) return exportText(exported.data);
  const published = Published.safeParse(changes);
  if (published.success) return publishedText(published.data);
  const signed = Signed.safeParse(changes);
  if (signed.success) return signedText(signed.data);
  const emails = new Map(Object.entries(people));
  return Object.entries(changes)
    .map(([name, value]) => changeTexts.get(name)?.(value) ?? namedText(name, value, emails))
    .filter((text) => text !== '')
    .join('; ');
}
