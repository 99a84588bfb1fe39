/** Overrides: the keys that this person's keyring has received from others. Only their names leave it. */
import type { FastifyInstance } from 'fastify';
import { dropOverride, listOverrides } from '@cloakroom/contract/materials.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { OpenKeyring } from '../schemas.ts';
import { callerOf, serve } from './access.ts';

export function overrideRoutes(app: FastifyInstance, { openKeyring }: { openKeyring: OpenKeyring }): void {
  serve(app, listOverrides, async (call) => {
    const { limit, offset } = call.query;
    const all = (await openKeyring(callerOf(call.request))).overrides();
    return sendList(call, { items: all.slice(offset, offset + limit), total: all.length });
  });

  serve(app, dropOverride, async ({ params, request }) => {
    const keyring = await openKeyring(callerOf(request));
    if (!(await keyring.dropOverride(params.key))) throw notFound('Override');
  });
}
