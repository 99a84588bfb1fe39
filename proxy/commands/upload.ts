/** `record create`: a file of any size becomes sealed records. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { getJob, jobThrottle, uploadJob, type Job } from '#contract/jobs.ts';
import { Problem } from '#contract/problem.ts';
import { Reading } from '#contract/reading.ts';
import { HttpProblem } from '#host/problem.ts';
import { contentTypes, formatOf } from '#rows/format.ts';
import { messages } from '#rows/messages.ts';
import { needed, oneWord, optional, type Command, type Given } from './command.ts';
import { Misused } from './misused.ts';
import type { Session } from './session.ts';

export const recordCreate: Command = {
  usage: '<file> --schema <id> [--encoding <name>] [--delimiter <sign>] [--rows good]',
  options: {
    schema: { type: 'string' },
    encoding: { type: 'string' },
    delimiter: { type: 'string' },
    rows: { type: 'string' },
  },
  run: async (session, given) => {
    const path = oneWord(given, 'file');
    const query = new URLSearchParams({ schema: needed(given, 'schema'), ...readingOf(path, given) });
    const type = contentTypes[await formatAt(path)];
    const job = await ended(session, await send(session, path, query, type));
    if (job.status === 'failed') throw new HttpProblem(400, sentenceOf(job));
    return job;
  },
};

/** @throws {Misused} for an encoding, a delimiter or a choice of rows that there isn't. */
function readingOf(path: string, given: Given): Record<string, string> {
  const delimiter = optional(given, 'delimiter') ?? (/\.tsv$/i.test(path) ? '\t' : undefined);
  const reading = Reading.safeParse({
    encoding: optional(given, 'encoding'),
    delimiter: delimiter === '\\t' ? '\t' : delimiter,
    rows: optional(given, 'rows'),
  });
  if (!reading.success) {
    const [issue] = reading.error.issues;
    throw new Misused(`--${String(issue?.path[0])}: ${issue?.message}.`);
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
    if (!format) throw new Misused(`${messages.wrongType}: ${path}. Upload CSV, TSV, JSON or NDJSON.`);
    return format;
  } finally {
    await file.close();
  }
}

/** @returns the job's id. @throws {HttpProblem} with the refusal's own status and sentence. */
async function send(
  { request, authorization }: Session,
  path: string,
  query: URLSearchParams,
  type: string,
): Promise<string> {
  const answer = await request({
    method: uploadJob.method,
    path: `${uploadJob.path}?${query.toString()}`,
    headers: { authorization, 'content-type': type },
    body: createReadStream(path),
    headersTimeout: 0,
  });
  const body: unknown = await answer.body.json();
  if (answer.statusCode >= 300)
    throw new HttpProblem(
      answer.statusCode,
      Problem.safeParse(body).data?.detail ?? 'The upload was refused.',
    );
  return uploadJob.reply.parse(body).job_id;
}

async function ended({ call }: Session, id: string): Promise<Job> {
  for (;;) {
    const job = await call(getJob, { params: { id } });
    if (job.status === 'complete' || job.status === 'failed') return job;
    await after(jobThrottle);
  }
}

/** Why an upload failed, and what is wrong with each of the rows that are named. */
const sentenceOf = ({ error, errors }: Job): string =>
  [
    error ?? 'The records were not stored.',
    ...(errors?.rows ?? []).map(({ row, field, message }) => `${row}: ${field}: ${message}`),
  ].join('\n');
