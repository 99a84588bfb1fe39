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
import { optionalOption, wholeNumber, type Command, type CommandArguments } from './command.ts';
import { schemaIn, schemaOptions, schemaUsage } from './references.ts';
import { UsageError } from './usageError.ts';
import type { Session } from './session.ts';

const pagingOptions = { limit: { type: 'string' }, offset: { type: 'string' } } as const;
const searchOptions = {
  ...schemaOptions,
  ...pagingOptions,
  filter: { type: 'string', multiple: true },
  'order-by': { type: 'string' },
} as const;
const searchUsage = `${schemaUsage} [--filter 'age>=30' or age:30,name:Ada]… [--order-by <field>] [--limit <n>] [--offset <n>]`;

const pageOptions = (args: CommandArguments) => ({
  limit: wholeNumber(args, 'limit') ?? defaultLimit,
  offset: wholeNumber(args, 'offset') ?? 0,
  pageSize: recordBatch,
});

export const recordList: Command = {
  usage: `${schemaUsage} [--filter age:30,name:Ada] [--limit <n>] [--offset <n>] [--decrypt]`,
  options: { ...searchOptions, decrypt: { type: 'boolean' } },
  run: async (session, args) => {
    const isSearch = args.options.filter !== undefined || args.options['order-by'] !== undefined;
    const found = await (isSearch ? search : list)(session, args);
    return args.options.decrypt === undefined ? found : decrypt(session, found);
  },
};

async function list(session: Session, args: CommandArguments) {
  const schema = await schemaIn(session, args);
  return paginate(async (page) => {
    const listed = await session.call(listRecords, { query: { ...page, schema, skip_count: 'true' } });
    return Array.isArray(listed) ? listed : [];
  }, pageOptions(args));
}

export const recordSearch: Command = { usage: searchUsage, options: searchOptions, run: search };

export const recordDecrypt: Command = {
  usage: `${searchUsage}\n       … or the records, as JSON, on standard input: record decrypt -`,
  options: searchOptions,
  run: async (session, args) =>
    decrypt(session, args.words[0] === '-' ? await json(args.input) : await search(session, args)),
};

/** @throws {UsageError} for anything but records, such as an aggregate. */
export async function decrypt({ call }: Session, sealed: unknown): Promise<DecryptedRecord[]> {
  const records = z.array(SealedRecord.loose()).safeParse(sealed);
  if (!records.success)
    throw new UsageError('Only records can be decrypted: pass the records that a list or a search printed.');
  const opened: DecryptedRecord[] = [];
  for (let from = 0; from < records.data.length; from += recordBatch) {
    const body = records.data.slice(from, from + recordBatch);
    opened.push(...(await call(decryptRecords, { body })));
  }
  return opened;
}

async function search(session: Session, args: CommandArguments) {
  const { call } = session;
  const schema = await schemaIn(session, args);
  const { schema: definition } = await call(getSchema, { params: { id: schema } });
  const filters = filtersIn(args, Object.keys(definition.properties));
  const order = optionalOption(args, 'order-by');
  const orderQuery = order === undefined ? {} : { order_by: order };
  return paginate((page) => call(searchRecords, { body: { schema, filters, ...orderQuery, ...page } }), pageOptions(args)); // prettier-ignore
}

/** The filters of `--filter`, which may be repeated. @throws {UsageError} as {@link parseFilters}. */
export const filtersIn = ({ options }: CommandArguments, fields: readonly string[]): Filter[] =>
  [options.filter ?? []].flat().flatMap((text) => parseFilters(text, fields));

/** The longest field name that a filter begins with, if a delimiter follows it: names may contain these characters. */
const fieldBefore = (text: string, fields: readonly string[], delimiter: RegExp): string | undefined =>
  fields
    .filter((field) => text.startsWith(field) && delimiter.test(text.slice(field.length)))
    .sort((one, other) => other.length - one.length)[0];

const operator = /^(>=|<=|=|>|<)/;
const colon = /^:/;

/**
 * Parses one `--filter`: one filter with an operator (`age>=30`), or several with colons (`age:30,name:Ada`). A comma belongs to
 * the value where no field follows it.
 * @throws {UsageError} as {@link parseFilter}.
 */
export function parseFilters(text: string, fields: readonly string[]): Filter[] {
  const lengthBefore = (delimiter: RegExp) => fieldBefore(text, fields, delimiter)?.length ?? -1;
  if (lengthBefore(operator) >= lengthBefore(colon)) return [parseFilter(text, fields)];
  const filters: { label: string; value: string }[] = [];
  for (const part of text.split(',')) {
    const label = fieldBefore(part, fields, colon);
    const last = filters.at(-1);
    if (label !== undefined) filters.push({ label, value: part.slice(label.length + 1) });
    else if (last) last.value += `,${part}`;
    else return [parseFilter(text, fields)];
  }
  return filters;
}

/**
 * Parses one filter: a field's name, then `=`, `>`, `>=`, `<` or `<=`, then the value. After `=` the value may be a range
 * (`30~40`) or an aggregate (`sum(>5)`), as everywhere in the API.
 * @param fields - the schema's; the longest matching name is used, since names may contain operators.
 * @throws {UsageError} if it doesn't begin with a field of the schema and an operator.
 */
export function parseFilter(text: string, fields: readonly string[]): Filter {
  const label = fieldBefore(text, fields, operator);
  if (label === undefined)
    throw new UsageError(
      `"${text}" is not a filter: write a field, one of = > >= < <=, and a value. The fields are ${fields.join(', ')}.`,
    );
  const rest = text.slice(label.length);
  return { label, value: rest.startsWith('=') ? rest.slice(1) : rest };
}
