/** `dataset list`, `create`, `update` and `delete`. */
import { paginate } from '@cloakroom/client/paginate.ts';
import { createDataset, deleteDataset, listDatasets, patchDataset } from '@cloakroom/contract/datasets.ts';
import { oneArgument, optionalOption, type Command } from './command.ts';
import { givenOptions, creationBody, creationOptions, namingOptions, requireChange, requireUnusedName } from './creation.ts'; // prettier-ignore
import { datasetIn, organizationIn, organizationOptions } from './references.ts';

export const datasetList: Command = {
  usage: '[--organization <id or slug>]',
  options: organizationOptions,
  run: async (session, args) => {
    const isNamed = optionalOption(args, 'organization') !== undefined;
    const filter = isNamed ? { organization: await organizationIn(session, args) } : {};
    return paginate((page) => session.call(listDatasets, { query: { ...page, ...filter } }));
  },
};

export const datasetCreate: Command = {
  usage: '--name <name> [--slug <slug>] [--description <text>] [--organization <id or slug>]',
  options: { ...creationOptions, ...organizationOptions },
  run: async (session, args) => {
    const body = creationBody(args, 'dataset');
    const organization = await organizationIn(session, args);
    const query = { organization, name: body.name, limit: 1 };
    requireUnusedName(await session.call(listDatasets, { query }), 'dataset', body);
    return session.call(createDataset, { body: { ...body, organization } });
  },
};

export const datasetUpdate: Command = {
  usage: '<id or slug> [--name <name>] [--description <text>] [--organization <id or slug>]',
  options: { ...namingOptions, ...organizationOptions },
  run: async (session, args) => {
    const reference = oneArgument(args, 'dataset');
    const body = givenOptions(args, 'name', 'description');
    requireChange(body, '--name and --description');
    const id = await datasetIn(session, args, reference);
    return session.call(patchDataset, { params: { id }, body });
  },
};

export const datasetDelete: Command = {
  usage: '<id or slug> [--organization <id or slug>]',
  options: organizationOptions,
  run: async (session, args) => {
    const id = await datasetIn(session, args, oneArgument(args, 'dataset'));
    await session.call(deleteDataset, { params: { id } });
    return { id, deleted: true };
  },
};
