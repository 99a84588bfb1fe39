/** Service accounts: visible to the members of their organization; created, renamed and closed by its admins. */
import type { FastifyInstance } from 'fastify';
import {
  createServiceAccount,
  deleteServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  patchServiceAccount,
} from '@cloakroom/contract/serviceAccounts.ts';
import { sendList } from '@cloakroom/server-kit/serve.ts';
import type { Deps } from '../../deps.ts';
import { serve, userOf } from '../../plugins/access.ts';
import { idempotent } from '../../plugins/idempotency.ts';
import { audit } from '../audit/repository.ts';
import { requireId } from '../ids.ts';
import { endMembership, lockUser } from '../organizations/leaving.ts';
import { requireAdmin, requireMember, requireOtherMember } from '../organizations/policy.ts';
import {
  insertServiceAccount,
  renameServiceAccount,
  requireServiceAccount,
  serviceAccountsOf,
  serviceAccountView,
} from './repository.ts';

/** No service account owns an organization or makes these calls. */
const refusal = {
  owner: 'The organization’s owner can’t be deleted.',
  self: 'You can’t delete yourself.',
};

export function serviceAccountRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;
  const model = 'service_account';

  serve(app, listServiceAccounts, async (call) => {
    const { request, params, query } = call;
    const organization = requireId(params.id, 'Organization');
    await requireMember(database, userOf(request), organization);
    const { items, total } = await serviceAccountsOf(database, organization, query);
    return sendList(call, { items: items.map(serviceAccountView), total });
  });

  serve(app, getServiceAccount, async ({ request, params }) => {
    const id = requireId(params.id, 'Service account');
    return serviceAccountView(await requireServiceAccount(database, userOf(request), id));
  });

  serve(app, createServiceAccount, ({ request, params, body: { name } }) =>
    idempotent(deps, request, async (transaction) => {
      const organization = requireId(params.id, 'Organization');
      await requireAdmin(transaction, userOf(request), organization);
      const created = await insertServiceAccount(transaction, organization, name);
      const object = created.user.id;
      await audit(transaction, request, { organization, action: 'create', model, object, changes: { name } });
      return serviceAccountView(created);
    }),
  );

  serve(app, patchServiceAccount, ({ request, params, body: { name } }) =>
    idempotent(deps, request, async (transaction) => {
      const object = requireId(params.id, 'Service account');
      const { member, user } = await requireServiceAccount(transaction, userOf(request), object);
      const { organization } = member;
      await requireAdmin(transaction, userOf(request), organization);
      await renameServiceAccount(transaction, object, name);
      const changes = { name, former_name: user.firstName };
      await audit(transaction, request, { organization, action: 'update', model, object, changes });
      return serviceAccountView({ member, user: { ...user, firstName: name } });
    }),
  );

  serve(app, deleteServiceAccount, ({ request, params }) =>
    database.transaction(async (transaction) => {
      const object = requireId(params.id, 'Service account');
      const found = await requireServiceAccount(transaction, userOf(request), object);
      const { organization } = found.member;
      const place = { id: organization, organizationUserId: found.member.id };
      const member = await requireOtherMember(transaction, userOf(request), place, refusal);
      const user = await lockUser(transaction, member.user);
      const { teams, closed } = await endMembership(transaction, member, user, new Date(clock()));
      const changes = { name: user.firstName, teams, ...(closed && { requests_closed: closed }) };
      await audit(transaction, request, { organization, action: 'delete', model, object, changes });
    }),
  );
}
