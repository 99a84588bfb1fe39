/** New keys for a schema: from now on everything is sealed with them, and what was sealed before keeps its own. */
import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccessEntry } from '@cloakroom/contract/accessLog.ts';
import type { putKeyChecks } from '@cloakroom/contract/keyChecks.ts';
import type { KeyChecks, Permissions } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { forbidden, HttpProblem, invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { schemas } from '../../db/schema.ts';
import { appendEntry, hasLog } from '../accessLog/repository.ts';
import { reopenRequests } from '../requests/opening.ts';
import { keepsDefinition, lockManifest, replaceManifest } from '../segments/manifests.ts';
import { requireChecksOf, setKeyChecks } from './keyChecks.ts';
import type { SchemaRow, SeenSchema } from './policy.ts';

/** The schema with other key checks, and what the audit log says of them; null where they stayed as they were. */
type Vouched = { schema: SchemaRow; changes: Record<string, unknown> | null };

/**
 * Store what somebody vouches for: a schema's first keys, or those that follow; then all others ask for them.
 * @param seen - locked by the caller, with what they may do.
 * @throws {HttpProblem} what {@link setKeyChecks} and {@link setNewKeys} say.
 */
export async function vouchedFor(
  transaction: Queries,
  seen: SeenSchema,
  user: { id: string },
  { key_checks, generation, manifest, entry }: z.output<typeof putKeyChecks.body>,
  now: Date,
): Promise<Vouched> {
  const names = Object.keys(key_checks);
  if (generation === undefined || !manifest) {
    const { schema, changed } = await setKeyChecks(transaction, seen.schema, user, key_checks);
    return { schema, changes: changed ? { key_checks: names } : null };
  }
  const { schema, changed } = await setNewKeys(transaction, seen, { key_checks, generation, manifest });
  if (!changed) return { schema, changes: null };
  await announce(transaction, seen, generation, entry);
  const { opened } = await reopenRequests(transaction, schema.id, user.id, now);
  return { schema, changes: { key_checks: names, generation, requests: opened } };
}

/**
 * Append the entry that announces new keys.
 * @throws {HttpProblem} 409 where the schema has an access log and no entry came: proxies would refuse the keys.
 */
async function announce(
  transaction: Queries,
  seen: SeenSchema,
  generation: number,
  entry: AccessEntry | undefined,
): Promise<void> {
  const { name, id } = seen.schema;
  if (!entry) {
    if (!(await hasLog(transaction, id))) return;
    throw new HttpProblem(
      409,
      `Who may have the keys of "${name}" is signed by its owners, and new keys have to be signed too. Update your proxy, then change the keys again.`,
    );
  }
  const { change } = entry;
  if (change.type !== 'generation' || change.generation !== generation)
    throw invalid({ entry: ['The entry announces other keys than these.'] });
  await appendEntry(transaction, seen, entry);
}

/** Commitments to new keys, and the list of segments as the new query key vouches for it. */
type NewKeys = { key_checks: KeyChecks; generation: number; manifest: Manifest };

/**
 * Compare and set: the keys become the schema's newest if they follow the present ones and nothing was published since
 * their manifest was made. The same keys again change nothing.
 * @param seen - locked by the caller, with what they may do.
 * @returns the schema, and whether its keys are other ones than before.
 * @throws {HttpProblem} 403 to those who may not share keys, 409 when somebody was faster, 400 for key checks or a
 *   manifest that don't fit.
 */
async function setNewKeys(
  transaction: Queries,
  seen: SeenSchema,
  { key_checks, generation, manifest }: NewKeys,
): Promise<{ schema: SchemaRow; changed: boolean }> {
  const { schema, permissions } = seen;
  requireSharing(schema, permissions);
  requireChecksOf(schema, key_checks);
  if (schema.generation === generation && isDeepStrictEqual({ ...schema.keyChecks }, { ...key_checks }))
    return { schema, changed: false };
  if (!schema.keyChecks)
    throw new HttpProblem(
      409,
      `"${schema.name}" has no keys yet that could be changed: its creator opens it once through their proxy.`,
    );
  const present = await lockManifest(transaction, schema.id);
  if (generation !== schema.generation + 1 || manifest.version !== present.version + 1)
    throw new HttpProblem(
      409,
      `Somebody else has changed the keys or the records of "${schema.name}" a moment ago. Try again.`,
    );
  const same =
    manifest.schema === schema.id &&
    isDeepStrictEqual(manifest.segments, present.segments) &&
    isDeepStrictEqual(manifest.epoch, present.epoch) &&
    keepsDefinition(present, manifest);
  if (!same || manifest.mac === '')
    throw invalid({ manifest: ['New keys leave a schema’s segments as they are, and vouch for them.'] });
  await replaceManifest(transaction, manifest);
  const earlierKeyChecks = { ...schema.earlierKeyChecks, [schema.generation]: schema.keyChecks };
  const after = { generation, keyChecks: key_checks, earlierKeyChecks };
  await transaction.update(schemas).set(after).where(eq(schemas.id, schema.id));
  return { schema: { ...schema, ...after }, changed: true };
}

function requireSharing({ name }: SchemaRow, { can_share_keys }: Permissions): void {
  if (!can_share_keys)
    throw forbidden(`Only people who may share the keys of "${name}" can change them. Ask one of them.`);
}
