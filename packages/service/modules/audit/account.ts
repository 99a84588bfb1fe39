/** What concerns an account and with it each organization that it belongs to: sign-ins, failures, sign-outs, new passwords. */
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Queries } from '../../db/client.ts';
import { auditLog, organizationUsers } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import type { Person } from '../../plugins/access.ts';
import type { AuditEntry } from './repository.ts';

export type AccountEntry = Pick<AuditEntry, 'action' | 'model'> & {
  /** The person whose deed it is; null when that isn't certain, as of a wrong password. */
  actor: string | null;
  /** Never a password, a link or what was typed. */
  changes?: Record<string, unknown>;
};

/** How long failures at addresses without an account are kept, in milliseconds. */
const unknownForMs = 24 * 60 * 60 * 1000;

/**
 * Writes an entry into the log of each organization that an account belongs to. Call it before the answer leaves, or in the deed's
 * transaction.
 *
 * Without an account, or without an organization, one entry is written that belongs to none: a failure takes as long for an unknown
 * address as for a known one.
 */
export async function auditAccount(
  queries: Queries,
  request: FastifyRequest,
  account: Pick<Person, 'id' | 'firstName' | 'lastName'> | undefined,
  { changes = {}, ...entry }: AccountEntry,
): Promise<void> {
  const places = await queries
    .select({ organization: organizationUsers.organization })
    .from(organizationUsers)
    .where(eq(organizationUsers.user, account?.id ?? ''));
  const organizations = places.length > 0 ? places.map(({ organization }) => organization) : [null];
  const { address } = request.client;
  const name = account && `${account.firstName} ${account.lastName}`.trim();
  await queries.insert(auditLog).values(
    organizations.map((organization) => ({
      ...entry,
      id: newId(),
      organization,
      object: account?.id ?? '',
      changes: { ...(name && { name }), ...changes },
      address,
    })),
  );
}

/** Deletes old failures that concern no account. */
export async function forgetUnknownFailures(queries: Queries, now: number): Promise<void> {
  await queries
    .delete(auditLog)
    .where(
      and(
        isNull(auditLog.organization),
        eq(auditLog.model, 'session'),
        eq(auditLog.object, ''),
        lt(auditLog.timestamp, new Date(now - unknownForMs)),
      ),
    );
}
