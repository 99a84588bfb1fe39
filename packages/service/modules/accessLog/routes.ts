/** Access logs: stored for proxies, which verify them. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { appendAccessLog, listAccessLog } from '@cloakroom/contract/accessLog.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import { schemas } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { audit } from '../audit/repository.ts';
import { requireSchema } from '../schemas/policy.ts';
import { appendEntry, findEntries } from './repository.ts';

export function accessLogRoutes(app: FastifyInstance, { database }: Deps): void {
  serve(app, listAccessLog, async (call) => {
    const { schema } = await requireSchema(database, userOf(call.request), call.params.id);
    return sendList(call, await findEntries(database, schema.id, call.query));
  });

  serve(app, appendAccessLog, ({ params, body, request }) =>
    database.transaction(async (transaction) => {
      const seen = await requireSchema(transaction, userOf(request), params.id);
      const [locked] = await transaction
        .select()
        .from(schemas)
        .where(eq(schemas.id, seen.schema.id))
        .for('no key update');
      if (!locked) throw notFound('Schema');
      const appended = await appendEntry(transaction, { ...seen, schema: locked }, body);
      if (appended)
        await audit(transaction, request, {
          organization: locked.organization,
          action: 'update',
          model: 'schema',
          object: locked.id,
          changes: { name: locked.name, access_log: body.number, signed: body.change.type },
        });
      return body;
    }),
  );
}
