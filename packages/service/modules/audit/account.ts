/** Audit entries about an account: sign-ins, failures, sign-outs, new passwords. Each of its organizations gets one. */
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Queries } from '../../db/client.ts';
import { auditLog, organizationUsers } from '../../db/schema.ts';
import { newId } from '../../newId.ts';
import type { SignedInUser } from '../../plugins/access.ts';
import type { AuditEntry } from './repository.ts';

export type AccountEntry = Pick<AuditEntry, 'action' | 'model'> & {
  /** The person who acted; null if that isn't certain, as for a wrong password. */
  actor: string | null;
  /** Never a password, a link or typed input. */
  changes?: Record<string, unknown>;
};

/** How long failures for unknown addresses are stored. */
const unknownFailureLifetimeMs = 24 * 60 * 60 * 1000;

/**
 * Writes an entry to the log of each organization of an account. Call it before the answer is sent, or in the transaction
 * of the change.
 *
 * Without an account or an organization, an entry without organization is written, so that a failure takes as long for
 * an unknown address as for a known one.
 */
export async function auditAccount(
  queries: Queries,
  request: FastifyRequest,
  account: Pick<SignedInUser, 'id' | 'firstName' | 'lastName'> | undefined,
  { changes = {}, ...entry }: AccountEntry,
): Promise<void> {
  const memberships = await queries
    .select({ organization: organizationUsers.organization })
    .from(organizationUsers)
    .where(eq(organizationUsers.user, account?.id ?? ''));
  const organizations = memberships.length > 0 ? memberships.map(({ organization }) => organization) : [null];
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

/** Deletes old failures for unknown addresses. */
export async function deleteUnknownFailures(queries: Queries, now: number): Promise<void> {
  await queries
    .delete(auditLog)
    .where(
      and(
        isNull(auditLog.organization),
        eq(auditLog.model, 'session'),
        eq(auditLog.object, ''),
        lt(auditLog.timestamp, new Date(now - unknownFailureLifetimeMs)),
      ),
    );
}
