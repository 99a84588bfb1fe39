/** `record list`, `record search` and `record decrypt`. */
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { paginate } from '@cloakroom/client/paginate.ts';
import { defaultLimit } from '@cloakroom/contract/list.ts';
import {
  decryptRecords,
  listRecords,
  recordLimits,
  SealedRecord,
  searchRecords,
  type DecryptedRecord,
} from '@cloakroom/contract/records.ts';
import { getSchema } from '@cloakroom/contract/schemas.ts';
import {
  requiredOption,
  optionalOption,
  wholeNumber,
  type Command,
  type CommandArguments,
} from './command.ts';
import { parseFilter } from './parseFilter.ts';
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
  pageSize: recordLimits.page,
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
    for (let from = 0; from < records.data.length; from += recordLimits.decrypt) {
      const body = records.data.slice(from, from + recordLimits.decrypt);
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
