/** `schema list`, `create`, `show`, `update` and `delete`. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { paginate } from '@cloakroom/client/paginate.ts';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { checkDefinition, getDefinitionJob, patchSchema } from '@cloakroom/contract/schemaChange.ts';
import { createSchema, deleteSchema, getSchema, listSchemas } from '@cloakroom/contract/schemas.ts';
import {
  oneArgument,
  optionalOption,
  requiredOption,
  type Command,
  type CommandArguments,
} from './command.ts';
import { givenOptions, creationBody, creationOptions, namingOptions, requireChange, requireUnusedName } from './creation.ts'; // prettier-ignore
import { datasetIn, datasetOptions, organizationIn, schemaIn } from './references.ts';
import type { Session } from './session.ts';
import { UsageError } from './usageError.ts';

/** `definition` is the former name. */
const fileOptions = { file: { type: 'string' }, definition: { type: 'string' } } as const;
const fileIn = (args: CommandArguments) => optionalOption(args, 'definition') ?? optionalOption(args, 'file');

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
    ...fileOptions,
  },
  run: async (session, args) => {
    const body = creationBody(args, 'schema');
    const file = fileIn(args) ?? requiredOption(args, 'file');
    const schema = await definitionIn(file, args.input);
    const dataset = await datasetIn(session, args);
    const query = { dataset, name: body.name, limit: 1 };
    requireUnusedName(await session.call(listSchemas, { query }), 'schema', body);
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

export const schemaUpdate: Command = {
  usage:
    '<id, or slug with --dataset> [--name <name>] [--description <text>] [--file <JSON Schema or ->] [--check, to see what --file takes]',
  options: { ...namingOptions, ...datasetOptions, ...fileOptions, check: { type: 'boolean' } },
  run: async (session, args) => {
    const reference = oneArgument(args, 'schema');
    const file = fileIn(args);
    const definition = file === undefined ? {} : { schema: await definitionIn(file, args.input) };
    const body = { ...givenOptions(args, 'name', 'description'), ...definition };
    requireChange(body, '--name, --description and --file');
    const id = await schemaIn(session, args, reference);
    const params = { id };
    if (args.options.check === undefined) {
      const changing = session.call(patchSchema, { params, body });
      return definition.schema ? showingProgress(session, args, id, changing) : changing;
    }
    if (!definition.schema) throw new UsageError('--check needs --file.');
    return session.call(checkDefinition, { params, body: definition });
  },
};

/** How often the progress of reindexing is polled. */
const progressIntervalMs = 1_000;

/** Shows the progress of reindexing, if the change needs it. @returns the result of the change. */
async function showingProgress<Result>(
  session: Session,
  { onProgress }: CommandArguments,
  id: string,
  changing: Promise<Result>,
): Promise<Result> {
  if (!onProgress) return changing;
  const end = new AbortController();
  const hasEnded = () => end.signal.aborted;
  const ended = changing.finally(() => end.abort());
  ended.catch(() => undefined);
  while (!hasEnded()) {
    await sleep(progressIntervalMs, undefined, { signal: end.signal }).catch(() => undefined);
    const job = await session.call(getDefinitionJob, { params: { id } }).catch(() => null);
    if (job?.status === 'running' && !hasEnded())
      onProgress(`${job.processed} of ${job.total} records reindexed`);
  }
  return ended;
}

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
