/** `record create`: a file of any size becomes sealed records. */
import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { Reading } from '@cloakroom/contract/reading.ts';
import { repeatKey } from '@cloakroom/contract/repeat.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { contentTypes, formatOf } from '@cloakroom/ingest/format.ts';
import { messages } from '@cloakroom/ingest/messages.ts';
import {
  requiredOption,
  oneArgument,
  optionalOption,
  type Command,
  type CommandArguments,
} from './command.ts';
import { UsageError } from './usageError.ts';
import { deliverFile } from './sendFile.ts';

export const recordCreate: Command = {
  usage: '<file> --schema <id> [--encoding <name>] [--delimiter <sign>] [--rows good] [--key <key>]',
  options: {
    schema: { type: 'string' },
    encoding: { type: 'string' },
    delimiter: { type: 'string' },
    rows: { type: 'string' },
    key: { type: 'string' },
  },
  run: async (session, given) => {
    const path = oneArgument(given, 'file');
    const query = new URLSearchParams({ schema: requiredOption(given, 'schema'), ...readingOf(path, given) });
    const type = contentTypes[await formatAt(path)];
    const key = optionalOption(given, 'key') ?? randomUUID();
    if (!repeatKey.test(key)) throw new UsageError('--key: 8 to 128 characters, without spaces.');
    const job = await deliverFile(session, { path, query, type, key }, (present) =>
      given.onProgress?.(progressOf(present)),
    );
    if (job.status === 'failed') throw new HttpProblem(400, sentenceOf(job));
    return job;
  },
};

/** @throws {UsageError} for an encoding, a delimiter or a choice of rows that there isn't. */
function readingOf(path: string, given: CommandArguments): Record<string, string> {
  const delimiter = optionalOption(given, 'delimiter') ?? (/\.tsv$/i.test(path) ? '\t' : undefined);
  const reading = Reading.safeParse({
    encoding: optionalOption(given, 'encoding'),
    delimiter: delimiter === '\\t' ? '\t' : delimiter,
    rows: optionalOption(given, 'rows'),
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

/** How far a job is, in one line. */
const progressOf = ({ status, processed, total, bytes }: Job): string =>
  status === 'uploading'
    ? `${total} rows read, ${bytes?.sealed ?? 0} of ${bytes?.size ?? bytes?.received ?? 0} bytes sealed`
    : `${processed} of ${total} records stored`;

/** Why an upload failed, and what is wrong with each of the rows that are named. */
const sentenceOf = ({ error, errors }: Job): string =>
  [
    error ?? 'The records were not stored.',
    ...(errors?.rows ?? []).map(({ row, field, message }) => `${row}: ${field}: ${message}`),
  ].join('\n');
