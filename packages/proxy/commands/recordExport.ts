/** `record export`: writes all records that match to standard output or into a file. */
import type { Filter } from '@cloakroom/contract/records.ts';
import { exportRecords, type ExportedRecord } from '@cloakroom/contract/recordExport.ts';
import { getSchema } from '@cloakroom/contract/schemas.ts';
import { fieldNamesOf } from '@cloakroom/contract/fields.ts';
import { ClientError } from '@cloakroom/client/clientError.ts';
import { retry } from '@cloakroom/client/retry.ts';
import { exportText, type ExportFormat } from '@cloakroom/ingest/exportText.ts';
import { optionalOption, type Command, type CommandArguments } from './command.ts';
import { openExportFile, streamTarget, type ExportTarget } from './exportTarget.ts';
import { filtersIn } from './records.ts';
import { schemaIn, schemaOptions, schemaUsage } from './references.ts';
import type { Session } from './session.ts';
import { UsageError } from './usageError.ts';

/** How often an interrupted export is retried without progress, and the first delay, which doubles with each retry. */
const retryLimit = 5;
const firstDelayMs = 500;

/** Characters that are written at once. */
const chunkCharacters = 1024 * 1024;

export const recordExport: Command = {
  usage: `${schemaUsage} --format csv|json [--decrypt] [--filter age:30,name:Ada] [--output <file>]`,
  options: {
    ...schemaOptions,
    format: { type: 'string' },
    decrypt: { type: 'boolean' },
    filter: { type: 'string', multiple: true },
    output: { type: 'string' },
  },
  run: async (session, args) => {
    const format = formatIn(args);
    const schema = await schemaIn(session, args);
    const { schema: definition } = await session.call(getSchema, { params: { id: schema } });
    const names = fieldNamesOf(definition);
    const body = {
      schema,
      filters: filtersIn(args, names),
      decrypt: args.options.decrypt !== undefined,
      format,
    };
    const path = optionalOption(args, 'output');
    const text = exportText({ format, names, open: body.decrypt, escaped: false, byteOrderMark: false });
    const target = path === undefined ? streamTarget(args.output) : await openExportFile(path, body);
    const summary = await write(session, body, text, target, args.onProgress);
    await target.finish();
    return path === undefined ? undefined : { file: path, ...summary };
  },
};

function formatIn(args: CommandArguments): ExportFormat {
  const format = optionalOption(args, 'format') ?? 'csv';
  if (format !== 'csv' && format !== 'json')
    throw new UsageError(`--format is csv or json, not "${format}".`);
  return format;
}

type Body = { schema: string; filters: Filter[]; decrypt: boolean; format: ExportFormat };

/** Writes the records after those that the target has. An interrupted export continues after the last record. */
async function write(
  { client }: Session,
  body: Body,
  text: ReturnType<typeof exportText>,
  target: ExportTarget,
  onProgress?: (words: string) => void,
): Promise<{ records: number; withheld?: string[] }> {
  let { after, records } = target.state;
  let chunk = after === undefined ? text.head : '';
  let total = '?';
  const withheld = new Set<string>();
  const flush = async () => {
    await target.write(chunk, { after, records });
    chunk = '';
    onProgress?.(`${records} of ${total} records written`);
  };
  const attempt = async () => {
    const begin = after;
    try {
      const { headers, lines } = await client.stream(exportRecords, { body: { ...body, after } });
      total = headers.get('X-Total-Count') ?? '?';
      for await (const batch of lines) {
        for (const record of batch) {
          chunk += text.record(record, records++);
          for (const name of withheldIn(record)) withheld.add(name);
        }
        after = batch.at(-1)!.id;
        if (chunk.length >= chunkCharacters) await flush();
      }
    } catch (error) {
      if (after !== begin && isInterrupted(error)) return false;
      throw error;
    }
    return true;
  };
  const options = {
    retryLimit,
    shouldRetry: isInterrupted,
    retryDelayMs: (number: number) => firstDelayMs * 2 ** number,
  };
  while (!(await retry(attempt, options)));
  chunk += text.foot;
  await flush();
  return { records, ...(withheld.size > 0 && { withheld: [...withheld] }) };
}

const withheldIn = (record: object): string[] =>
  'withheld' in record ? ((record as ExportedRecord).withheld ?? []) : [];

/** Whether an export was interrupted, or the proxy or the service is temporarily unreachable. */
const isInterrupted = (error: unknown): boolean =>
  error instanceof ClientError && (error.code === 'offline' || error.code === 'unavailable');
