/** `token list`, `token create` and `token revoke`. */
import { paginate } from '@cloakroom/client/paginate.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '@cloakroom/contract/apiTokens.ts';
import { TokenVerb } from '@cloakroom/contract/tokenVerbs.ts';
import {
  oneArgument,
  optionalOption,
  requiredOption,
  valuesOf,
  wholeNumber,
  type Command,
  type CommandArguments,
} from './command.ts';
import {
  datasetIn,
  datasetOptions,
  organizationIn,
  organizationOptions,
  referenceIn,
  userIn,
} from './references.ts';
import { UsageError } from './usageError.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const tokenList: Command = {
  usage: '[--organization <id or slug>]    (of all its members, for admins)',
  options: organizationOptions,
  run: async (session, args) => {
    const isForOrganization = optionalOption(args, 'organization') !== undefined;
    const query = isForOrganization
      ? ({ organization: await organizationIn(session, args), expand: 'user' } as const)
      : {};
    return paginate((page) => session.call(listApiTokens, { query: { ...page, ...query } }));
  },
};

export const tokenCreate: Command = {
  usage:
    '--name <name> --verb read|write|delete … --expires <days> [--organization <id or slug>] [--dataset <id or slug> …] [--service-account <id or address>]',
  options: {
    ...datasetOptions,
    dataset: { type: 'string', multiple: true },
    name: { type: 'string' },
    verb: { type: 'string', multiple: true },
    expires: { type: 'string' },
    'service-account': { type: 'string' },
  },
  run: async (session, args) => {
    const name = requiredOption(args, 'name');
    const verbs = verbsIn(args);
    requiredOption(args, 'expires');
    const expires = new Date(Date.now() + wholeNumber(args, 'expires')! * dayMs).toISOString();
    const organization = await organizationIn(session, args);
    const references = valuesOf(args, 'dataset');
    const ids: string[] = [];
    for (const reference of references) ids.push(await datasetIn(session, args, reference));
    const datasets = ids.length > 0 ? ids : null;
    const account = optionalOption(args, 'service-account');
    const owner = account === undefined ? {} : { service_account: await userIn(session, account) };
    return session.call(createApiToken, { body: { name, organization, datasets, verbs, expires, ...owner } });
  },
};

export const tokenRevoke: Command = {
  usage: '<id>',
  options: {},
  run: async ({ call }, args) => {
    const id = referenceIn(oneArgument(args, 'token'), 'token');
    await call(revokeApiToken, { params: { id } });
    return { id, revoked: true };
  },
};

/** @throws {UsageError} if there is none, or one that the contract does not have. */
function verbsIn(args: CommandArguments): TokenVerb[] {
  requiredOption(args, 'verb');
  return valuesOf(args, 'verb').map((text) => {
    const verb = TokenVerb.safeParse(text);
    if (!verb.success) throw new UsageError(`--verb is read, write or delete, not "${text}".`);
    return verb.data;
  });
}
