/** Exports in the audit log. Clients report them: the service only sees that records are read. */
import type { FastifyInstance } from 'fastify';
import { noteExport } from '@cloakroom/contract/audit.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { requireSearch } from '../schemas/policy.ts';
import { audit } from './repository.ts';

export function exportRoutes(app: FastifyInstance, { database }: Deps): void {
  serve(app, noteExport, async ({ params, body, request }) => {
    const { id, name, organization } = await requireSearch(database, userOf(request), params.id);
    const changes = { name, ...body };
    await audit(database, request, { organization, action: 'access', model: 'export', object: id, changes });
  });
}
