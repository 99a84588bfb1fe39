/** Entries of the audit log in words. */
import type { AuditLogEntry } from '#contract/audit.ts';
import { idIn } from '#contract/reference.ts';

/** What kind of thing was done. */
export const verbs: Record<AuditLogEntry['action'], string> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  access: 'Accessed',
};

/** Where the kind of thing isn't called as people call it. */
const things: Record<string, string> = {
  organization_user: 'user’s role',
  manifest: 'records',
  record: 'records',
  material: 'shared key',
  request: 'request for keys',
  grant: 'permissions',
  user: 'account',
};

/** What was done: "Created schema". */
export const deedWords = ({ action, model }: AuditLogEntry): string =>
  `${verbs[action]} ${things[model] ?? model}`;

/** Who did it. */
export function actorWords({ actor }: AuditLogEntry): string {
  if (actor === null) return 'Nobody signed in';
  return typeof actor === 'string' ? idIn(actor) : actor.email;
}

/** To which object: its name where the entry has one, else its id. */
export const objectWords = ({ changes, object_id }: AuditLogEntry): string =>
  typeof changes.name === 'string' ? changes.name : object_id;

/** What else the entry tells: `is_admin: true`. */
export const detailWords = ({ changes }: AuditLogEntry): string =>
  Object.entries(changes)
    .filter(([name]) => name !== 'name')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
