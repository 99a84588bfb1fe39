/** Entries of an access log as a proxy would send them. The service doesn't check their signatures. */
import { desc, eq } from 'drizzle-orm';
import type { AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { accessLog } from '@cloakroom/service/db/schema.ts';
import type { TestService } from './service.ts';

/** The entry that follows a schema's last one. */
export async function entryFor(
  { database }: Pick<TestService, 'database'>,
  schema: string,
  changes: Partial<AccessEntry> = {},
): Promise<AccessEntry> {
  const [last] = await database
    .select()
    .from(accessLog)
    .where(eq(accessLog.schema, schema))
    .orderBy(desc(accessLog.number))
    .limit(1);
  return {
    format: 1,
    schema,
    number: (last?.number ?? 0) + 1,
    previous: last?.hash ?? '',
    time: new Date().toISOString(),
    generation: 1,
    signer: { user: 'somebody', name: 'Somebody', signs: '1'.repeat(64), receives: '2'.repeat(64) },
    change: { type: 'team', id: 'team', name: 'Team', members: [] },
    mac: '3'.repeat(64),
    signature: '4'.repeat(128),
    ...changes,
  };
}
