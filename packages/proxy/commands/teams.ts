/** `team list`, `create`, `rename`, `delete`, `add` and `remove`. */
import { paginate } from '@cloakroom/client/paginate.ts';
import { getSchema } from '@cloakroom/contract/schemas.ts';
import { getDataset } from '@cloakroom/contract/datasets.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import {
  addMember,
  createTeam,
  deleteTeam,
  getTeam,
  listSchemaTeams,
  listTeams,
  patchTeam,
  removeMember,
} from '@cloakroom/contract/teams.ts';
import {
  isSet,
  oneArgument,
  optionalOption,
  requireYes,
  severalArguments,
  valuesOf,
  type Command,
  type CommandArguments,
} from './command.ts';
import { givenOptions, requireChange, requireUnusedName } from './creation.ts';
import { grantedKeys, grantOptions, grantUsage } from './grantOptions.ts';
import { organizationIn, schemaIn, schemaOptions, schemaUsage, teamIn, userIn } from './references.ts';
import type { Session } from './session.ts';
import { UsageError } from './usageError.ts';

const team = '<id, or slug with --schema>';
/** Members are returned as objects with their names. */
const expand = 'members';

export const teamList: Command = {
  usage: `[${schemaUsage} or --organization <id or slug>]`,
  options: schemaOptions,
  run: async (session, args) => {
    const { call } = session;
    if (optionalOption(args, 'schema') === undefined) {
      const id = await organizationIn(session, args);
      return paginate((page) => call(listTeams, { params: { id }, query: { ...page, expand } }));
    }
    const id = await schemaIn(session, args);
    return paginate((page) => call(listSchemaTeams, { params: { id }, query: { ...page, expand } }));
  },
};

export const teamCreate: Command = {
  usage: `--name <name> ${schemaUsage} [--slug <slug>] [--member <e-mail address or id> …] ${grantUsage}`,
  options: {
    ...schemaOptions,
    ...grantOptions,
    name: { type: 'string' },
    slug: { type: 'string' },
    member: { type: 'string', multiple: true },
  },
  run: async (session, args) => {
    const { call } = session;
    const name = optionalOption(args, 'name') ?? oneArgument(args, 'team');
    const keys = grantedKeys(args);
    const schema = await schemaIn(session, args);
    const members = await usersIn(session, valuesOf(args, 'member'));
    const present = { params: { id: schema }, query: { name, limit: 1 } };
    requireUnusedName(await call(listSchemaTeams, present), 'team', { name });
    const { dataset } = await call(getSchema, { params: { id: schema } });
    const { organization } = await call(getDataset, { params: { id: idIn(dataset) } });
    return call(createTeam, {
      params: { id: idIn(organization) },
      body: {
        schema,
        name,
        members,
        field_names: keys,
        can_create_records: isSet(args, 'create-records'),
        ...givenOptions(args, 'slug'),
      },
    });
  },
};

export const teamRename: Command = {
  usage: `${team} [--name <name>] [--slug <slug>]`,
  options: { ...schemaOptions, name: { type: 'string' }, slug: { type: 'string' } },
  run: async (session, args) => {
    const reference = oneArgument(args, 'team');
    const body = givenOptions(args, 'name', 'slug');
    requireChange(body, '--name and --slug');
    const id = await teamIn(session, args, reference);
    return session.call(patchTeam, { params: { id }, body });
  },
};

export const teamDelete: Command = {
  usage: `${team} --yes`,
  options: { ...schemaOptions, yes: { type: 'boolean' } },
  run: async (session, args) => {
    const id = await teamIn(session, args, oneArgument(args, 'team'));
    const { name } = await session.call(getTeam, { params: { id }, query: {} });
    requireYes(args, `This deletes the team "${name}", its grants and its members’ open requests.`);
    await session.call(deleteTeam, { params: { id } });
    return { id, deleted: true };
  },
};

export const teamAdd: Command = {
  usage: `${team} <e-mail address or id of a person> …`,
  options: schemaOptions,
  run: (session, args) => changeMembers(session, args, addMember),
};

export const teamRemove: Command = {
  usage: `${team} <e-mail address or id of a person> …`,
  options: schemaOptions,
  run: (session, args) => changeMembers(session, args, removeMember),
};

/** Adds or removes people one after another. @returns the team as it is then. */
async function changeMembers(
  session: Session,
  args: CommandArguments,
  change: typeof addMember | typeof removeMember,
) {
  const [reference = '', ...people] = severalArguments(args, 'team and one person');
  if (people.length === 0) throw new UsageError('Name at least one person after the team.');
  const id = await teamIn(session, args, reference);
  const { organization } = await session.call(getTeam, { params: { id }, query: {} });
  // All references are resolved before the first change.
  for (const user of await usersIn(session, people))
    await session.call(change, {
      params: { id: idIn(organization), teamId: id },
      body: { id: user },
    });
  return session.call(getTeam, { params: { id }, query: { expand } });
}

async function usersIn(session: Session, references: readonly string[]): Promise<string[]> {
  const users: string[] = [];
  for (const reference of references) users.push(await userIn(session, reference));
  return users;
}
