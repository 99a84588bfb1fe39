/** Who reads sealed records, in the audit log: counted by person, schema and hour, for reading is too frequent for a line a call. */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { getRecord, listRecords } from '@cloakroom/contract/records.ts';
import { readBlocks, readRecords } from '@cloakroom/contract/segments.ts';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';
import { auditLog, schemas } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { keyOf, schemaOf } from '../records/repository.ts';

const hourMs = 3_600_000;
/** How long counts are gathered before they are written, in milliseconds. */
const gatherMs = 1_000;

/** A search asks the index once or a few times. */
type Counts = { lists: number; index_reads: number; records_read: number };
type Access = Counts & { actor: string; address: string; schema: string; hour: number };

const none: Counts = { lists: 0, index_reads: 0, records_read: 0 };

/** What a call that was answered has read, of which schema. */
async function readBy(
  { routeOptions, query, params, body }: FastifyRequest,
  database: Deps['database'],
): Promise<(Partial<Counts> & { schema: string }) | null> {
  switch (routeOptions.url) {
    case listRecords.path: {
      const { schema, count_only } = query as z.output<typeof listRecords.query>;
      // How many records there are is no record.
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
    default:
      return null;
  }
}

/** Count what is read from now on. What was gathered last is written when the app closes. */
export function countAccesses(app: FastifyInstance, { database, clock }: Deps): void {
  let gathered = new Map<string, Access>();
  let due: NodeJS.Timeout | undefined;
  const write = async () => {
    due = undefined;
    const written = gathered;
    gathered = new Map();
    for (const access of written.values())
      await writeDown(database, access, new Date(clock())).catch((error: unknown) =>
        app.log.error({ err: error }, 'accesses could not be written down'),
      );
  };
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400 || !request.person) return;
    const read = await readBy(request, database);
    if (!read) return;
    const access = { actor: request.person.id, schema: read.schema, hour: Math.floor(clock() / hourMs) };
    const key = Object.values(access).join(' ');
    const before = gathered.get(key) ?? { ...none, ...access, address: request.client.address };
    const more = { ...none, ...read };
    gathered.set(key, {
      ...before,
      lists: before.lists + more.lists,
      index_reads: before.index_reads + more.index_reads,
      records_read: before.records_read + more.records_read,
    });
    due ??= setTimeout(() => void write(), gatherMs).unref();
  });
  app.addHook('onClose', async () => {
    clearTimeout(due);
    await write();
  });
}

/** One line for each person, schema and hour, whichever instance they ask. */
async function writeDown(database: Deps['database'], access: Access, timestamp: Date): Promise<void> {
  const { actor, address, schema, hour, ...changes } = access;
  const [found] = await database
    .select({ organization: schemas.organization, name: schemas.name })
    .from(schemas)
    .where(eq(schemas.id, schema));
  if (!found) return;
  const { organization, name } = found;
  const id = encodeShortId(
    createHash('sha256').update(`${actor} ${schema} ${hour}`).digest().subarray(0, 16),
  );
  const sum = (of: keyof Counts) =>
    sql`${of}::text, (audit_log.changes ->> ${of})::int + (excluded.changes ->> ${of})::int`;
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
      changes: { name, ...changes },
      timestamp,
    })
    .onConflictDoUpdate({
      target: auditLog.id,
      set: {
        timestamp,
        changes: sql`json_build_object('name', ${name}::text, ${sum('lists')}, ${sum('index_reads')}, ${sum('records_read')})`,
      },
    });
}
