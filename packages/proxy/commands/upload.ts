/** `record create` and `upload`: store a file of any size. */
import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import { idempotencyKeyPattern } from '@cloakroom/contract/idempotency.ts';
import { badRequest } from '@cloakroom/server-kit/problem.ts';
import { contentTypes, formatOf } from '@cloakroom/ingest/format.ts';
import { messages } from '@cloakroom/ingest/messages.ts';
import { oneArgument, optionalOption, type CommandArguments, type SessionCommand } from './command.ts';
import { schemaIn, schemaOptions, schemaUsage } from './references.ts';
import { UsageError } from './usageError.ts';
import { deliverFile } from './sendFile.ts';

export const recordCreate: SessionCommand = {
  usage: `--file <file> ${schemaUsage} [--encoding <name>] [--delimiter <character>] [--rows good] [--key <key>]`,
  options: {
    ...schemaOptions,
    file: { type: 'string' },
    encoding: { type: 'string' },
    delimiter: { type: 'string' },
    rows: { type: 'string' },
    key: { type: 'string' },
  },
  run: async (session, args) => {
    const path = optionalOption(args, 'file') ?? oneArgument(args, 'file');
    const reading = readingOf(path, args);
    const type = contentTypes[await formatAt(path)];
    const key = optionalOption(args, 'key') ?? randomUUID();
    if (!idempotencyKeyPattern.test(key)) throw new UsageError('--key: 8 to 128 characters, without spaces.');
    const query = new URLSearchParams({ schema: await schemaIn(session, args), ...reading });
    const job = await deliverFile(session, { path, query, type, key }, (state) =>
      args.onProgress?.(progressText(state)),
    );
    if (job.status === 'failed') throw badRequest(failureText(job));
    return { ...job, count: job.processed };
  },
};

export const uploadFile: SessionCommand = {
  ...recordCreate,
  usage: recordCreate.usage.replace('--file <file>', '<file>'),
};

/** @throws {UsageError} for an unknown encoding, delimiter or choice of rows. */
function readingOf(path: string, args: CommandArguments): Record<string, string> {
  const delimiter = optionalOption(args, 'delimiter') ?? (/\.tsv$/i.test(path) ? '\t' : undefined);
  const reading = ParseOptions.safeParse({
    encoding: optionalOption(args, 'encoding'),
    delimiter: delimiter === '\\t' ? '\t' : delimiter,
    rows: optionalOption(args, 'rows'),
  });
  if (!reading.success) {
    const [issue] = reading.error.issues;
    throw new UsageError(`--${String(issue?.path[0])}: ${issue?.message}.`);
  }
  return Object.fromEntries(
    Object.entries(reading.data).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

async function formatAt(path: string) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4) });
    const format = formatOf(basename(path), '', buffer.subarray(0, bytesRead));
    if (!format) throw new UsageError(`${messages.wrongType}: ${path}. Upload CSV, TSV, JSON or NDJSON.`);
    return format;
  } finally {
    await file.close();
  }
}

/** The progress of a job, in one line. */
const progressText = ({ status, processed, total, bytes }: Job): string =>
  status === 'uploading'
    ? `${total} rows read, ${bytes?.sealed ?? 0} of ${bytes?.size ?? bytes?.received ?? 0} bytes sealed`
    : `${processed} of ${total} records stored`;

/** Why an upload failed, with the problem of each reported row. */
const failureText = ({ error, errors }: Job): string =>
  [
    error ?? 'The records were not stored.',
    ...(errors?.rows ?? []).map(({ row, field, message }) => `${row}: ${field}: ${message}`),
  ].join('\n');
