/** `service-account list`, `create`, `rename` and `delete`: programs that are members of an organization. */
import { paginate } from '@cloakroom/client/paginate.ts';
import {
  createServiceAccount,
  deleteServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  patchServiceAccount,
} from '@cloakroom/contract/serviceAccounts.ts';
import { conflict } from '@cloakroom/server-kit/problem.ts';
import { oneArgument, optionalOption, requiredOption, requireYes, type Command } from './command.ts';
import { organizationIn, organizationOptions, userIn } from './references.ts';
import type { Session } from './session.ts';

const account = '<id or address>';

const accountsOf = ({ call }: Session, id: string) =>
  paginate((page) => call(listServiceAccounts, { params: { id }, query: page }));

export const serviceAccountList: Command = {
  usage: '[--organization <id or slug>]',
  options: organizationOptions,
  run: async (session, args) => accountsOf(session, await organizationIn(session, args)),
};

export const serviceAccountCreate: Command = {
  usage: '--name <name> [--organization <id or slug>]',
  options: { ...organizationOptions, name: { type: 'string' } },
  run: async (session, args) => {
    const name = optionalOption(args, 'name') ?? oneArgument(args, 'service account');
    const id = await organizationIn(session, args);
    // A script that is run twice means the same account.
    if ((await accountsOf(session, id)).some((one) => one.name === name))
      throw conflict(`A service account named "${name}" already exists. Choose another name.`);
    return session.call(createServiceAccount, { params: { id }, body: { name } });
  },
};

export const serviceAccountRename: Command = {
  usage: `${account} --name <name>`,
  options: { name: { type: 'string' } },
  run: async (session, args) => {
    const reference = oneArgument(args, 'service account');
    const name = requiredOption(args, 'name');
    const id = await userIn(session, reference);
    return session.call(patchServiceAccount, { params: { id }, body: { name } });
  },
};

export const serviceAccountDelete: Command = {
  usage: `${account} --yes`,
  options: { yes: { type: 'boolean' } },
  run: async (session, args) => {
    const id = await userIn(session, oneArgument(args, 'service account'));
    const { name } = await session.call(getServiceAccount, { params: { id } });
    requireYes(
      args,
      `This closes the service account "${name}": it leaves its teams, and its tokens are refused.`,
    );
    await session.call(deleteServiceAccount, { params: { id } });
    return { id, deleted: true };
  },
};
