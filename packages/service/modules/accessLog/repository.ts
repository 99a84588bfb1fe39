/** Access logs in the database: entries in order, each with the hash of the previous one. */
import { asc, desc, eq } from 'drizzle-orm';
import { AccessEntry, maxAccessLogEntries, maxAccessEntryBytes } from '@cloakroom/contract/accessLog.ts';
import { entryHash } from '@cloakroom/wire/accessLogEntry.ts';
import type { ListPage } from '@cloakroom/contract/list.ts';
import { conflict, forbidden, HttpProblem, invalid } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { accessLog } from '../../db/schema.ts';
import type { SchemaWithPermissions } from '../schemas/policy.ts';

/** A page of a schema's log, the first entry first. */
export async function findEntries(
  queries: Queries,
  schema: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListPage<AccessEntry>> {
  const where = eq(accessLog.schema, schema);
  const [rows, total] = await Promise.all([
    queries
      .select({ body: accessLog.body })
      .from(accessLog)
      .where(where)
      .orderBy(asc(accessLog.number))
      .limit(limit)
      .offset(offset),
    queries.$count(accessLog, where),
  ]);
  // Stored entries were validated against the contract when they were appended.
  return { items: rows.map(({ body }) => JSON.parse(body) as AccessEntry), total };
}

/** Whether a schema has a log. */
export async function hasLog(queries: Queries, schema: string): Promise<boolean> {
  const found = await queries
    .select({ number: accessLog.number })
    .from(accessLog)
    .where(eq(accessLog.schema, schema))
    .limit(1);
  return found.length > 0;
}

/**
 * Appends an entry. Repeating the last entry changes nothing.
 * @param schema - locked by the caller, so that two entries never get the same number.
 * @returns whether it was appended.
 * @throws {HttpProblem} 403 if the person may not share keys, 409 for an entry that doesn't follow the last one, 400 for
 *   another schema's entry, 413 for one that is too long.
 */
export async function appendEntry(
  transaction: Queries,
  { schema, permissions }: SchemaWithPermissions,
  entry: AccessEntry,
): Promise<boolean> {
  if (!permissions.can_share_keys)
    throw forbidden(`Only people who may share the keys of "${schema.name}" can sign who may have them.`);
  if (entry.schema !== schema.id) throw invalid({ schema: ['The entry was made for another schema.'] });
  const body = JSON.stringify(entry);
  if (Buffer.byteLength(body) > maxAccessEntryBytes)
    throw new HttpProblem(413, `An entry has at most ${maxAccessEntryBytes} bytes.`);
  const [last] = await transaction
    .select({ number: accessLog.number, hash: accessLog.hash })
    .from(accessLog)
    .where(eq(accessLog.schema, schema.id))
    .orderBy(desc(accessLog.number))
    .limit(1);
  const hash = entryHash(entry);
  if (last?.number === entry.number && last.hash === hash) return false;
  if (entry.number !== (last?.number ?? 0) + 1 || entry.previous !== (last?.hash ?? ''))
    throw conflict(
      `The signed list of "${schema.name}" changed a moment ago. Load it again, and sign an entry that follows its last one.`,
    );
  if (entry.number > maxAccessLogEntries)
    throw conflict(
      `The signed list of "${schema.name}" has ${maxAccessLogEntries} entries, which is the maximum.`,
    );
  await transaction.insert(accessLog).values({ schema: schema.id, number: entry.number, body, hash });
  return true;
}
