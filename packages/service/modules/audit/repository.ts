/** The audit log: who did what to which object, written in the same breath as the deed. */
import type { FastifyRequest } from 'fastify';
import type { Queries } from '../../db/client.ts';
import { auditLog } from '../../db/schema.ts';
import { newId } from '../../newId.ts';

export type AuditEntry = {
  /** Whose deed it is, where that is not the signed-in person. */
  actor?: string | null;
  /** Null for what concerns no organization, such as one's own password. */
  organization: string | null;
  action: 'create' | 'update' | 'delete' | 'access';
  model: string;
  object: string;
  /** Names and ids; never a password, a link or a value. */
  changes: Record<string, unknown>;
};

/** Records a deed. Give it the transaction of the deed, so that neither exists without the other. */
export async function audit(queries: Queries, request: FastifyRequest, entry: AuditEntry): Promise<void> {
  await queries
    .insert(auditLog)
    .values({ id: newId(), actor: request.person?.id ?? null, address: request.client.address, ...entry });
}
