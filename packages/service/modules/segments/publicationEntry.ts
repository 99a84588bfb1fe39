/** What the audit log says of a new manifest. */
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { recordId } from '@cloakroom/wire/shortId.ts';
import type { AuditEntry } from '../audit/repository.ts';
import type { SchemaRow } from '../schemas/policy.ts';
import { rangesOf } from './manifests.ts';
import type { Published } from './publish.ts';
import { sizeOf, type Spans } from './spans.ts';

/** Deleted records and uploads that are named one by one. */
const named = 100;

/** The entry of an upload, a deletion or a new epoch; null where the records stayed the same, as after a merge. */
export function publicationEntry(
  schema: SchemaRow,
  { before, present, gone, uploadsGone }: Published,
): AuditEntry | null {
  const counts = { before: countOf(before), after: countOf(present) };
  const entry = { organization: schema.organization, object: schema.id };
  const said = { name: schema.name, version: present.version, records: counts };
  if (gone.size > 0)
    return {
      ...entry,
      action: 'delete',
      model: 'record',
      changes: {
        ...said,
        deleted: sizeOf(gone),
        ids: idsOf(gone),
        ...(uploadsGone.length > 0 && { uploads: uploadsGone.slice(0, named) }),
      },
    };
  if (present.epoch && present.epoch.number !== before.epoch?.number) {
    const { number, reason, missing } = present.epoch;
    return {
      ...entry,
      action: 'update',
      model: 'manifest',
      changes: { ...said, epoch: number, reason, missing },
    };
  }
  if (counts.before === counts.after) return null;
  return { ...entry, action: 'update', model: 'manifest', changes: said };
}

const countOf = (manifest: Manifest) => rangesOf(manifest).reduce((sum, { count }) => sum + count, 0);

function idsOf(gone: Spans): string[] {
  const ids: string[] = [];
  for (const [upload, spans] of gone)
    for (const { first, end } of spans)
      for (let number = first; number < end && ids.length < named; number++)
        ids.push(recordId(Buffer.from(upload, 'hex'), number));
  return ids;
}
