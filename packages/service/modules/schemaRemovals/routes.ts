/** Removals of deleted schemas, for the admins who may delete schemas. */
import type { FastifyInstance } from 'fastify';
import { listSchemaRemovals } from '@cloakroom/contract/schemaRemovals.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { requireId } from '../ids.ts';
import { requireAdmin } from '../organizations/policy.ts';
import { findSchemaRemovals } from './repository.ts';

export function schemaRemovalRoutes(app: FastifyInstance, { database }: Pick<Deps, 'database'>): void {
  serve(app, listSchemaRemovals, async ({ params, request }) => {
    const organization = requireId(params.id, 'Organization');
    await requireAdmin(database, userOf(request), organization);
    return findSchemaRemovals(database, organization);
  });
}
