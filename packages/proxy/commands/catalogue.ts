/** Organizations, datasets and schemas on the command line. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { paginate } from '@cloakroom/client/paginate.ts';
import { createDataset, deleteDataset, listDatasets } from '@cloakroom/contract/datasets.ts';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { listOrganizations } from '@cloakroom/contract/organizations.ts';
import { createSchema, deleteSchema, getSchema, listSchemas } from '@cloakroom/contract/schemas.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import {
  requiredOption,
  oneArgument,
  optionalOption,
  type Command,
  type CommandArguments,
} from './command.ts';
import { datasetIn, datasetOptions, organizationIn, organizationOptions, schemaIn } from './references.ts';
import { UsageError } from './usageError.ts';

const creationOptions = {
  name: { type: 'string' },
  slug: { type: 'string' },
  description: { type: 'string' },
} as const;

/** What `dataset create` and `schema create` send of the options. */
const creationBody = (args: CommandArguments, what: string) => {
  const slug = optionalOption(args, 'slug');
  return {
    name: optionalOption(args, 'name') ?? oneArgument(args, what),
    description: optionalOption(args, 'description') ?? '',
    ...(slug !== undefined && { slug }),
  };
};

/** The service tells objects of one name apart by their slugs; a script that is run twice means the same object. */
function requireNone(
  found: readonly unknown[],
  what: string,
  { name, slug }: { name: string; slug?: string },
): void {
  if (slug === undefined && found.length > 0)
    throw new HttpProblem(
      409,
      `A ${what} named "${name}" already exists. Choose another name, or a slug with --slug.`,
    );
}

export const organizationList: Command = {
  usage: '',
  options: {},
  run: ({ call }) => paginate((page) => call(listOrganizations, { query: page })),
};

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
    requireNone(await session.call(listDatasets, { query }), 'dataset', body);
    return session.call(createDataset, { body: { ...body, organization } });
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

export const schemaList: Command = {
  usage: '[--dataset <id or slug>] [--organization <id or slug>]',
  options: datasetOptions,
  run: async (session, args) => {
    const isNamed = (option: string) => optionalOption(args, option) !== undefined;
    let filter = {};
    if (isNamed('dataset')) filter = { dataset: await datasetIn(session, args) };
    else if (isNamed('organization')) filter = { organization: await organizationIn(session, args) };
    return paginate((page) => session.call(listSchemas, { query: { ...page, ...filter } }));
  },
};

export const schemaCreate: Command = {
  usage:
    '--name <name> --dataset <id or slug> --file <JSON Schema or -> [--slug <slug>] [--description <text>]',
  options: {
    ...creationOptions,
    ...datasetOptions,
    file: { type: 'string' },
    definition: { type: 'string' },
  },
  run: async (session, args) => {
    const body = creationBody(args, 'schema');
    const file = optionalOption(args, 'definition') ?? requiredOption(args, 'file');
    const schema = await definitionIn(file, args.input);
    const dataset = await datasetIn(session, args);
    const query = { dataset, name: body.name, limit: 1 };
    requireNone(await session.call(listSchemas, { query }), 'schema', body);
    return session.call(createSchema, { body: { ...body, dataset, schema } });
  },
};

export const schemaShow: Command = {
  usage: '<id, or slug with --dataset>',
  options: datasetOptions,
  run: async (session, args) => {
    const id = await schemaIn(session, args, oneArgument(args, 'schema'));
    return session.call(getSchema, { params: { id } });
  },
};

export const schemaDelete: Command = {
  usage: '<id, or slug with --dataset> [--with-records]',
  options: { ...datasetOptions, 'with-records': { type: 'boolean' } },
  run: async (session, args) => {
    const id = await schemaIn(session, args, oneArgument(args, 'schema'));
    const query = args.options['with-records'] === undefined ? {} : ({ records: 'true' } as const);
    await session.call(deleteSchema, { params: { id }, query });
    return { id, deleted: true };
  },
};

/** @throws {UsageError} what is wrong with the definition, and where. */
async function definitionIn(file: string, input: NodeJS.ReadableStream): Promise<JsonSchema> {
  const content = file === '-' ? await text(input) : await readFile(file, 'utf8');
  const checked = JsonSchema.safeParse(parsed(content, file));
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new UsageError(`${file} is not a valid schema: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`); // prettier-ignore
}

function parsed(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UsageError(`${file} is not JSON.`, { cause: error });
  }
}
