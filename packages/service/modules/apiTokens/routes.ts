/** API tokens: listed, created and revoked by the person whose programs use them. */
import type { FastifyInstance } from 'fastify';
import { createApiToken, getApiToken, listApiTokens, revokeApiToken } from '@cloakroom/contract/apiTokens.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { audit } from '../audit/repository.ts';
import { requireId } from '../ids.ts';
import { requireMember } from '../organizations/policy.ts';
import { findTokens, insertToken, ownToken, revokeToken, tokenView } from './repository.ts';

export function apiTokenRoutes(app: FastifyInstance, { database, clock }: Deps): void {
  serve(app, listApiTokens, async (call) =>
    sendList(call, await findTokens(database, userOf(call.request), call.query)),
  );

  serve(app, getApiToken, async ({ params, request }) => {
    const found = await ownToken(database, userOf(request), requireId(params.id, 'API token'));
    if (!found) throw notFound('API token');
    return tokenView(found);
  });

  serve(app, createApiToken, ({ body, request }) =>
    database.transaction(async (transaction) => {
      const membership = await requireMember(transaction, userOf(request), body.organization);
      const made = await insertToken(transaction, membership, body, new Date(clock()));
      const { id, name, prefix, datasets, verbs, expires } = made.token;
      await audit(transaction, request, {
        organization: made.organization,
        action: 'create',
        model: 'api_token',
        object: id,
        changes: { name, prefix, datasets, verbs, expires: expires.toISOString() },
      });
      return { ...tokenView(made), secret: made.secret };
    }),
  );

  serve(app, revokeApiToken, ({ params, request }) =>
    database.transaction(async (transaction) => {
      const found = await ownToken(transaction, userOf(request), requireId(params.id, 'API token'));
      if (!found) throw notFound('API token');
      await revokeToken(transaction, params.id, new Date(clock()));
      const { name, prefix } = found.token;
      await audit(transaction, request, {
        organization: found.organization,
        action: 'delete',
        model: 'api_token',
        object: params.id,
        changes: { name, prefix },
      });
    }),
  );
}
