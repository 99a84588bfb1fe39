/** Writes the audit log. */
import type { FastifyRequest } from 'fastify';
import type { Queries } from '../../db/client.ts';
import { auditLog } from '../../db/schema.ts';
import { newId } from '../../newId.ts';

export type AuditEntry = {
  /** The person who acted, if it is not the signed-in person. */
  actor?: string | null;
  /** Null for changes of no organization, such as one's own password. */
  organization: string | null;
  action: 'create' | 'update' | 'delete' | 'access';
  model: string;
  object: string;
  /** Names and ids; never a password, a link or a value. */
  changes: Record<string, unknown>;
};

/** The name and id of a call's API token, for `changes`; nothing without one. */
export const tokenOf = ({ person }: Pick<FastifyRequest, 'person'>): Record<string, unknown> =>
  person?.token ? { token: { id: person.token.id, name: person.token.name } } : {};

/** Writes an entry, which names the call's API token. Pass the transaction of the change, so that both are committed together. */
export async function audit(queries: Queries, request: FastifyRequest, entry: AuditEntry): Promise<void> {
  await queries.insert(auditLog).values({
    id: newId(),
    actor: request.person?.id ?? null,
    address: request.client.address,
    ...entry,
    changes: { ...entry.changes, ...tokenOf(request) },
  });
}
