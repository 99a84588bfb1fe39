/** Organizations, datasets and schemas on the command line. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { paginate } from '@cloakroom/client/paginate.ts';
import { createDataset, listDatasets } from '@cloakroom/contract/datasets.ts';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { listOrganizations } from '@cloakroom/contract/organizations.ts';
import { createSchema, listSchemas } from '@cloakroom/contract/schemas.ts';
import { requiredOption, oneArgument, optionalOption, type Command } from './command.ts';
import { UsageError } from './usageError.ts';
import type { Session } from './session.ts';

const descriptionOption = { description: { type: 'string' } } as const;

export const organizationList: Command = {
  usage: '',
  options: {},
  run: ({ call }) => paginate((page) => call(listOrganizations, { query: page })),
};

export const datasetList: Command = {
  usage: '',
  options: {},
  run: ({ call }) => paginate((page) => call(listDatasets, { query: page })),
};

export const datasetCreate: Command = {
  usage: '<name> [--description <text>] [--organization <id>]',
  options: { ...descriptionOption, organization: { type: 'string' } },
  run: async (session, args) =>
    session.call(createDataset, {
      body: {
        name: oneArgument(args, 'dataset'),
        description: optionalOption(args, 'description') ?? '',
        organization: optionalOption(args, 'organization') ?? (await onlyOrganization(session)),
      },
    }),
};

export const schemaList: Command = {
  usage: '[--dataset <id>]',
  options: { dataset: { type: 'string' } },
  run: ({ call }, args) => {
    const dataset = optionalOption(args, 'dataset');
    return paginate((page) => call(listSchemas, { query: { ...page, ...(dataset ? { dataset } : {}) } }));
  },
};

export const schemaCreate: Command = {
  usage: '<name> --dataset <id> --definition <file or -> [--description <text>]',
  options: { ...descriptionOption, dataset: { type: 'string' }, definition: { type: 'string' } },
  run: async ({ call }, args) =>
    call(createSchema, {
      body: {
        name: oneArgument(args, 'schema'),
        description: optionalOption(args, 'description') ?? '',
        dataset: requiredOption(args, 'dataset'),
        schema: await definitionIn(requiredOption(args, 'definition'), args.input),
      },
    }),
};

async function onlyOrganization({ call }: Session): Promise<string> {
  const organizations = await call(listOrganizations, { query: { limit: 2 } });
  const [only, another] = organizations;
  if (!only || another)
    throw new UsageError('Name the organization with --organization: "organization list" shows yours.');
  return only.id;
}

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
