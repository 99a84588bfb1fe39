/** `record list`, `record search` and `record decrypt`. */
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { paginate } from '@cloakroom/client/paginate.ts';
import { defaultLimit } from '@cloakroom/contract/list.ts';
import {
  decryptRecords,
  listRecords,
  recordBatch,
  SealedRecord,
  searchRecords,
  type DecryptedRecord,
  type Filter,
} from '@cloakroom/contract/records.ts';
import { getSchema } from '@cloakroom/contract/schemas.ts';
import {
  requiredOption,
  optionalOption,
  wholeNumber,
  type Command,
  type CommandArguments,
} from './command.ts';
import { UsageError } from './usageError.ts';
import type { Session } from './session.ts';

const pagingOptions = { limit: { type: 'string' }, offset: { type: 'string' } } as const;
const searchOptions = {
  ...pagingOptions,
  schema: { type: 'string' },
  filter: { type: 'string', multiple: true },
  'order-by': { type: 'string' },
} as const;
const searchUsage = "--schema <id> [--filter 'age>=30']… [--order-by <field>] [--limit <n>] [--offset <n>]";

const pageOptions = (args: CommandArguments) => ({
  limit: wholeNumber(args, 'limit') ?? defaultLimit,
  offset: wholeNumber(args, 'offset') ?? 0,
  pageSize: recordBatch,
});

export const recordList: Command = {
  usage: '--schema <id> [--limit <n>] [--offset <n>]',
  options: { ...pagingOptions, schema: { type: 'string' } },
  run: ({ call }, args) => {
    const schema = requiredOption(args, 'schema');
    return paginate(async (page) => {
      const listed = await call(listRecords, { query: { ...page, schema, skip_count: 'true' } });
      return Array.isArray(listed) ? listed : [];
    }, pageOptions(args));
  },
};

export const recordSearch: Command = { usage: searchUsage, options: searchOptions, run: search };

export const recordDecrypt: Command = {
  usage: `${searchUsage}\n       … or the records, as JSON, on standard input: record decrypt -`,
  options: searchOptions,
  run: async (session, args) => {
    const sealed = args.words[0] === '-' ? await json(args.input) : await search(session, args);
    const records = z.array(SealedRecord.loose()).safeParse(sealed);
    if (!records.success)
      throw new UsageError(
        'Only records can be decrypted: pass the records that a list or a search printed.',
      );
    const opened: DecryptedRecord[] = [];
    for (let from = 0; from < records.data.length; from += recordBatch) {
      const body = records.data.slice(from, from + recordBatch);
      opened.push(...(await session.call(decryptRecords, { body })));
    }
    return opened;
  },
};

async function search({ call }: Session, args: CommandArguments) {
  const schema = requiredOption(args, 'schema');
  const { schema: definition } = await call(getSchema, { params: { id: schema } });
  const filterTexts = [args.options.filter ?? []].flat();
  const filters = filterTexts.map((filter) => parseFilter(filter, Object.keys(definition.properties)));
  const order = optionalOption(args, 'order-by');
  const orderQuery = order === undefined ? {} : { order_by: order };
  return paginate((page) => call(searchRecords, { body: { schema, filters, ...orderQuery, ...page } }), pageOptions(args)); // prettier-ignore
}

const operator = /^(>=|<=|=|>|<)/;

/**
 * Parses one filter: a field's name, then `=`, `>`, `>=`, `<` or `<=`, then the value. After `=` the value may be a range
 * (`30~40`) or an aggregate (`sum(>5)`), as everywhere in the API.
 * @param fields - the schema's; the longest matching name is used, since names may contain operators.
 * @throws {UsageError} if it doesn't begin with a field of the schema and an operator.
 */
export function parseFilter(text: string, fields: readonly string[]): Filter {
  const label = fields
    .filter((field) => text.startsWith(field) && operator.test(text.slice(field.length)))
    .sort((one, other) => other.length - one.length)[0];
  if (label === undefined)
    throw new UsageError(
      `"${text}" is not a filter: write a field, one of = > >= < <=, and a value. The fields are ${fields.join(', ')}.`,
    );
  const rest = text.slice(label.length);
  return { label, value: rest.startsWith('=') ? rest.slice(1) : rest };
}
