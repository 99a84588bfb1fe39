/** Records on the command line: list, search, open. */
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
  type OpenRecord,
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

const paging = { limit: { type: 'string' }, offset: { type: 'string' } } as const;
const searching = {
  ...paging,
  schema: { type: 'string' },
  filter: { type: 'string', multiple: true },
  'order-by': { type: 'string' },
} as const;
const searchUsage = "--schema <id> [--filter 'age>=30']… [--order-by <field>] [--limit <n>] [--offset <n>]";

const wanted = (given: CommandArguments) => ({
  limit: wholeNumber(given, 'limit') ?? defaultLimit,
  offset: wholeNumber(given, 'offset') ?? 0,
  pageSize: recordLimits.page,
});

export const recordList: Command = {
  usage: '--schema <id> [--limit <n>] [--offset <n>]',
  options: { ...paging, schema: { type: 'string' } },
  run: ({ call }, given) => {
    const schema = requiredOption(given, 'schema');
    return paginate(async (page) => {
      const listed = await call(listRecords, { query: { ...page, schema, skip_count: 'true' } });
      return Array.isArray(listed) ? listed : [];
    }, wanted(given));
  },
};

export const recordSearch: Command = { usage: searchUsage, options: searching, run: search };

export const recordDecrypt: Command = {
  usage: `${searchUsage}\n       … or the records, as JSON, on standard input: record decrypt -`,
  options: searching,
  run: async (session, given) => {
    const sealed = given.words[0] === '-' ? await json(given.input) : await search(session, given);
    const records = z.array(SealedRecord.loose()).safeParse(sealed);
    if (!records.success)
      throw new UsageError('Only records can be opened: give those that a list or a search printed.');
    const opened: OpenRecord[] = [];
    for (let from = 0; from < records.data.length; from += recordLimits.decrypt) {
      const body = records.data.slice(from, from + recordLimits.decrypt);
      opened.push(...(await session.call(decryptRecords, { body })));
    }
    return opened;
  },
};

async function search({ call }: Session, given: CommandArguments) {
  const schema = requiredOption(given, 'schema');
  const { schema: definition } = await call(getSchema, { params: { id: schema } });
  const written = [given.options.filter ?? []].flat();
  const filters = written.map((filter) => parseFilter(filter, Object.keys(definition.properties)));
  const order = optionalOption(given, 'order-by');
  const ordered = order === undefined ? {} : { order_by: order };
  return paginate((page) => call(searchRecords, { body: { schema, filters, ...ordered, ...page } }), wanted(given)); // prettier-ignore
}
