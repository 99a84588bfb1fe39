/** `grant list`, `create`, `update` and `delete`: which values the teams of a schema may read. */
import { paginate } from '@cloakroom/client/paginate.ts';
import {
  changeGrant,
  createGrant,
  deleteGrant,
  listAllGrants,
  type Grant,
} from '@cloakroom/contract/grants.ts';
import { conflict } from '@cloakroom/server-kit/problem.ts';
import {
  isSet,
  oneArgument,
  optionalOption,
  requiredOption,
  requireYes,
  valuesOf,
  type Command,
} from './command.ts';
import { requireChange } from './creation.ts';
import { grantedKeys, grantOptions, grantUsage, keysOf, sameKeys } from './grantOptions.ts';
import { referenceIn, schemaIn, schemaOptions, schemaUsage, teamIn } from './references.ts';
import { UsageError } from './usageError.ts';

const teamOptions = { ...schemaOptions, team: { type: 'string' } } as const;

export const grantList: Command = {
  usage: `[${schemaUsage}] [--team <id, or slug with --schema>]`,
  options: teamOptions,
  run: async (session, args) => {
    const team = optionalOption(args, 'team');
    const filter = {
      ...(optionalOption(args, 'schema') !== undefined && { schema: await schemaIn(session, args) }),
      ...(team !== undefined && { team: await teamIn(session, args, team) }),
    };
    return paginate((page) => session.call(listAllGrants, { query: { ...page, ...filter } }));
  },
};

export const grantCreate: Command = {
  usage: `--team <id, or slug with --schema> ${grantUsage} [--share-keys]`,
  options: { ...teamOptions, ...grantOptions, 'share-keys': { type: 'boolean' } },
  run: async (session, args) => {
    const body: Pick<Grant, 'field_names' | 'can_share_keys' | 'can_create_records'> = {
      field_names: grantedKeys(args),
      can_share_keys: isSet(args, 'share-keys'),
      can_create_records: isSet(args, 'create-records'),
    };
    const team = await teamIn(session, args, requiredOption(args, 'team'));
    const present = await paginate((page) => session.call(listAllGrants, { query: { ...page, team } }));
    const same = present.find(
      (grant) =>
        sameKeys(grant.field_names, body.field_names) &&
        grant.can_share_keys === body.can_share_keys &&
        grant.can_create_records === body.can_create_records,
    );
    if (same) throw conflict(`The team already has this grant: ${same.id}.`);
    return session.call(createGrant, { body: { ...body, team } });
  },
};

export const grantUpdate: Command = {
  usage: '<id> [--field <name> … or --no-fields] [--create-records or --no-create-records]',
  options: {
    field: { type: 'string', multiple: true },
    'no-fields': { type: 'boolean' },
    'create-records': { type: 'boolean' },
    'no-create-records': { type: 'boolean' },
  },
  run: async ({ call }, args) => {
    const id = referenceIn(oneArgument(args, 'grant'), 'grant');
    const fields = valuesOf(args, 'field');
    const noFields = isSet(args, 'no-fields');
    const allowsRecords = isSet(args, 'create-records');
    const forbidsRecords = isSet(args, 'no-create-records');
    if ((noFields && fields.length > 0) || (allowsRecords && forbidsRecords))
      throw new UsageError('An option and its opposite can’t be given together.');
    const body = {
      ...((noFields || fields.length > 0) && { field_names: keysOf(fields) }),
      ...((allowsRecords || forbidsRecords) && { can_create_records: allowsRecords }),
    };
    requireChange(body, '--field, --no-fields, --create-records and --no-create-records');
    return call(changeGrant, { params: { id }, body });
  },
};

export const grantDelete: Command = {
  usage: '<id> --yes',
  options: { yes: { type: 'boolean' } },
  run: async ({ call }, args) => {
    const id = referenceIn(oneArgument(args, 'grant'), 'grant');
    requireYes(args, 'The team can no longer read what only this grant lets it read.');
    await call(deleteGrant, { params: { id } });
    return { id, deleted: true };
  },
};
