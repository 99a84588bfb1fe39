/** API tokens: of people, for their programs, and of service accounts. Admins see and revoke those of their organization. */
import type { FastifyInstance } from 'fastify';
import { createApiToken, getApiToken, listApiTokens, revokeApiToken } from '@cloakroom/contract/apiTokens.ts';
import { notFound } from '@cloakroom/server-kit/problem.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Queries } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf, type SignedInUser } from '../../plugins/access.ts';
import { audit } from '../audit/repository.ts';
import { expansions } from '../expand.ts';
import { requireId } from '../ids.ts';
import { requireAdmin, requireMember } from '../organizations/policy.ts';
import { requireServiceAccount, type AccountMembership } from '../serviceAccounts/repository.ts';
import { insertToken, ownTokens, revokeToken, tokensOf, tokenView, visibleToken } from './repository.ts';

const plain = expansions();

export function apiTokenRoutes(app: FastifyInstance, { database, clock }: Deps): void {
  serve(app, listApiTokens, async (call) => {
    const { request, query } = call;
    const { organization } = query;
    const user = userOf(request);
    if (organization !== undefined) await requireAdmin(database, user, organization);
    const { items, total } =
      organization === undefined
        ? await ownTokens(database, user, query)
        : await tokensOf(database, organization, query);
    const expand = expansions(query.expand);
    return sendList(call, { items: items.map((token) => tokenView(token, expand)), total });
  });

  serve(app, getApiToken, async ({ params, query, request }) => {
    const found = await visibleToken(database, userOf(request), requireId(params.id, 'API token'));
    if (!found) throw notFound('API token');
    return tokenView(found, expansions(query.expand));
  });

  serve(app, createApiToken, ({ body, request }) =>
    database.transaction(async (transaction) => {
      const owner = await ownerOf(transaction, userOf(request), body);
      const made = await insertToken(transaction, owner, body, new Date(clock()));
      const { id, name, prefix, datasets, verbs, expires } = made.token;
      await audit(transaction, request, {
        organization: made.organization,
        action: 'create',
        model: 'api_token',
        object: id,
        changes: {
          name,
          prefix,
          datasets,
          verbs,
          expires: expires.toISOString(),
          ...(owner.user.isServiceAccount && { service_account: owner.user.firstName }),
        },
      });
      return { ...tokenView(made, plain), secret: made.secret };
    }),
  );

  serve(app, revokeApiToken, ({ params, request }) =>
    database.transaction(async (transaction) => {
      const person = userOf(request);
      const found = await visibleToken(transaction, person, requireId(params.id, 'API token'));
      if (!found) throw notFound('API token');
      await revokeToken(transaction, params.id, new Date(clock()));
      const { name, prefix } = found.token;
      await audit(transaction, request, {
        organization: found.organization,
        action: 'delete',
        model: 'api_token',
        object: params.id,
        changes: { name, prefix, ...(found.user.id !== person.id && { user: found.user.id }) },
      });
    }),
  );
}

/**
 * The account whose calls a new token makes: the caller's, or for an admin that of a service account of the organization.
 * @throws {HttpProblem} 404 for non-members and for a service account elsewhere, 403 for members who are not admins.
 */
async function ownerOf(
  transaction: Queries,
  user: SignedInUser,
  { organization, service_account: account }: { organization: string; service_account?: string | undefined },
): Promise<AccountMembership> {
  if (account === undefined) return { member: await requireMember(transaction, user, organization), user };
  await requireAdmin(transaction, user, organization);
  const found = await requireServiceAccount(transaction, user, account);
  if (found.member.organization !== organization) throw notFound('Service account');
  return found;
}
