/** Reads of sealed records in the audit log, counted by person, API token, schema and hour: too frequent for an entry each. */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { getRecord, listRecords } from '@cloakroom/contract/records.ts';
import { readBlocks, readGroups, readRecords } from '@cloakroom/contract/segments.ts';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import { auditLog, schemas } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { keyOf, schemaOf } from '../records/repository.ts';

const hourMs = 3_600_000;
/** How long counts are collected before they are written. */
const flushDelayMs = 1_000;

/** One search makes one or a few index reads. */
type Counts = { lists: number; index_reads: number; records_read: number; groups_read: number };
type Access = Counts & {
  actor: string;
  /** The name and id of the API token; null without one. */
  token: { id: string; name: string } | null;
  address: string;
  schema: string;
  hour: number;
};

const zeroCounts: Counts = { lists: 0, index_reads: 0, records_read: 0, groups_read: 0 };

/** The reads of a successful call; null for calls that read no records. */
async function readsOf(
  { routeOptions, query, params, body }: FastifyRequest,
  database: Deps['database'],
): Promise<(Partial<Counts> & { schema: string }) | null> {
  switch (routeOptions.url) {
    case listRecords.path: {
      const { schema, count_only } = query as z.output<typeof listRecords.query>;
      // A count does not read records.
      return count_only ? null : { schema, lists: 1 };
    }
    case getRecord.path:
      return {
        schema: await schemaOf(database, keyOf((params as { id: string }).id)),
        records_read: 1,
      };
    case readBlocks.path:
      return { schema: (body as { schema: string }).schema, index_reads: 1 };
    case readRecords.path: {
      const { schema, records } = body as { schema: string; records: unknown[] };
      return { schema, records_read: records.length };
    }
    case readGroups.path: {
      const { schema, groups } = body as { schema: string; groups: unknown[] };
      return { schema, groups_read: groups.length };
    }
    default:
      return null;
  }
}

/** Counts reads of all calls. Pending counts are written when the app closes. */
export function countAccesses(app: FastifyInstance, { database, clock }: Deps): void {
  let collected = new Map<string, Access>();
  let writeTimer: NodeJS.Timeout | undefined;
  const write = async () => {
    writeTimer = undefined;
    const pending = collected;
    collected = new Map();
    for (const access of pending.values())
      await writeCounts(database, access, new Date(clock())).catch((error: unknown) =>
        app.log.error({ err: error }, 'accesses could not be written'),
      );
  };
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400 || !request.person) return;
    const read = await readsOf(request, database);
    if (!read) return;
    const { id: actor, token: grant } = request.person;
    const token = grant ? { id: grant.id, name: grant.name } : null;
    const hour = Math.floor(clock() / hourMs);
    const key = [actor, token?.id, read.schema, hour].join(' ');
    const address = request.client.address;
    const before = collected.get(key) ?? { ...zeroCounts, actor, token, schema: read.schema, hour, address };
    const added = { ...zeroCounts, ...read };
    collected.set(key, {
      ...before,
      lists: before.lists + added.lists,
      index_reads: before.index_reads + added.index_reads,
      records_read: before.records_read + added.records_read,
      groups_read: before.groups_read + added.groups_read,
    });
    writeTimer ??= setTimeout(() => void write(), flushDelayMs).unref();
  });
  app.addHook('onClose', async () => {
    clearTimeout(writeTimer);
    await write();
  });
}

/** Adds to the one entry of a person, API token, schema and hour, which all instances share. */
async function writeCounts(database: Deps['database'], access: Access, timestamp: Date): Promise<void> {
  const { actor, token, address, schema, hour, ...counts } = access;
  const [found] = await database
    .select({ organization: schemas.organization, name: schemas.name })
    .from(schemas)
    .where(eq(schemas.id, schema));
  if (!found) return;
  const { organization, name } = found;
  const id = encodeShortId(
    createHash('sha256')
      .update([actor, schema, hour, ...(token ? [token.id] : [])].join(' '))
      .digest()
      .subarray(0, 16),
  );
  const sum = (name: keyof Counts) =>
    sql`${name}::text, coalesce((audit_log.changes ->> ${name})::int, 0) + (excluded.changes ->> ${name})::int`;
  await database
    .insert(auditLog)
    .values({
      id,
      actor,
      address,
      organization,
      action: 'access',
      model: 'schema',
      object: schema,
      changes: { name, ...counts, ...(token && { token }) },
      timestamp,
    })
    .onConflictDoUpdate({
      target: auditLog.id,
      set: {
        timestamp,
        changes: sql`json_build_object('name', ${name}::text, ${sum('lists')}, ${sum('index_reads')}, ${sum('records_read')}, ${sum('groups_read')}${token ? sql`, 'token', excluded.changes -> 'token'` : sql``})`,
      },
    });
}
