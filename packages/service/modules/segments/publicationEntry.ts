/** The audit entry of a new manifest. */
import { recordId } from '@cloakroom/wire/shortId.ts';
import type { AuditEntry } from '../audit/repository.ts';
import type { SchemaRow } from '../schemas/policy.ts';
import { recordCount } from './manifestDiff.ts';
import type { Published } from './publish.ts';
import { keyName } from './recordVersions.ts';
import { sizeOf, type Spans } from './spans.ts';

/** The maximum of deleted records and uploads that are listed. */
const maxListed = 100;

/** The entry of a deletion, a change of records, an upload or a new epoch; null if the records are the same, as after a compaction. */
export function publicationEntry(
  schema: SchemaRow,
  { before, present, removed, changed, removedIds, removedUploads }: Published,
): AuditEntry | null {
  const counts = { before: recordCount(before), after: recordCount(present) };
  const entry = { organization: schema.organization, object: schema.id };
  const common = { name: schema.name, version: present.version, records: counts };
  if (removed.size > 0)
    return {
      ...entry,
      action: 'delete',
      model: 'record',
      changes: {
        ...common,
        deleted: sizeOf(removed),
        ids: idsOf(removed, removedIds),
        ...(removedUploads.length > 0 && { uploads: removedUploads.slice(0, maxListed) }),
      },
    };
  if (changed.length > 0)
    return {
      ...entry,
      action: 'update',
      model: 'record',
      changes: { ...common, changed: changed.length, ids: changed.slice(0, maxListed) },
    };
  if (present.epoch && present.epoch.number !== before.epoch?.number) {
    const { number, reason, missing } = present.epoch;
    return {
      ...entry,
      action: 'update',
      model: 'manifest',
      changes: { ...common, epoch: number, reason, missing },
    };
  }
  if (counts.before === counts.after) return null;
  return { ...entry, action: 'update', model: 'manifest', changes: common };
}

function idsOf(removed: Spans, removedIds: Published['removedIds']): string[] {
  const ids: string[] = [];
  for (const [upload, spans] of removed)
    for (const { first, end } of spans)
      for (let number = first; number < end && ids.length < maxListed; number++) {
        const key = removedIds.get(keyName({ upload, number })) ?? { upload, number };
        ids.push(recordId(Buffer.from(key.upload, 'hex'), key.number));
      }
  return ids;
}
