/** Brings a file to the proxy and follows its job to the end: stored once, however often the connection is lost. */
import { createReadStream } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { getJob, hasEnded, jobThrottle, listJobs, uploadJob, type Job } from '@cloakroom/contract/jobs.ts';
import { Problem } from '@cloakroom/contract/problem.ts';
import { repeatHeader } from '@cloakroom/contract/repeat.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { retryDelayMs } from '../upload/retry.ts';
import type { Session } from './session.ts';

/** How often a file is sent again whose connection was lost. */
const maxResends = 5;
/** How often a proxy that doesn't answer is asked for the job. */
const maxQuestions = 8;
/** Answers of a proxy that is too busy to read, or of a service behind it that is away for a while. */
const passing = new Set([408, 502, 503, 504]);

export type SentFile = { path: string; query: URLSearchParams; type: string; key: string };

/** The connection ended before the answer did, or the proxy read too little of the request to act on it. */
class ConnectionLost extends Error {}

/**
 * Send a file until the proxy has all of it, and wait for the end of its job.
 * @param onJob - called with each state of the job.
 * @returns the job as it ended.
 * @throws {HttpProblem} the refusal's own status and sentence; 503 when it is not known what became of the file.
 */
export async function deliverFile(session: Session, file: SentFile, onJob: (job: Job) => void): Promise<Job> {
  for (let sent = 1; ; sent++) {
    const job = await ended(session, file, await sendOrFind(session, file), onJob);
    if (!job.interrupted || sent > maxResends) return job;
    await after(retryDelayMs(sent));
  }
}

/** The id of the job that has the file. Where the connection is lost, the proxy is asked before the file is sent again. */
async function sendOrFind(session: Session, file: SentFile): Promise<string> {
  for (let sent = 1; ; sent++)
    try {
      return await send(session, file);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      const [job] = await answered(file, () => session.call(listJobs, { query: { key: file.key } }));
      if (job && !job.interrupted) return job.job_id;
      if (sent > maxResends)
        throw new HttpProblem(
          503,
          'The connection to the proxy was lost again and again. Nothing was stored.',
          {
            cause: error,
          },
        );
      await after(retryDelayMs(sent));
    }
}

/** @returns the job's id. @throws {ConnectionLost}, {HttpProblem} with the refusal's own status and sentence. */
async function send({ request, authorization }: Session, file: SentFile): Promise<string> {
  const { path, query, type, key } = file;
  const body = createReadStream(path);
  const unreadable = new Promise<never>((_, reject) => body.once('error', reject));
  const exchanged = exchange();
  async function exchange() {
    const answer = await request({
      method: uploadJob.method,
      path: `${uploadJob.path}?${query.toString()}`,
      headers: { authorization, 'content-type': type, [repeatHeader]: key },
      body,
      headersTimeout: 0,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }
  const { status, text } = await Promise.race([
    exchanged.catch((cause: unknown) => {
      throw new ConnectionLost('The connection was lost.', { cause });
    }),
    unreadable,
  ]).finally(() => body.destroy());
  if (status === 408) throw new ConnectionLost('The request arrived too slowly.');
  if (status >= 300)
    throw new HttpProblem(status, Problem.safeParse(parsed(text)).data?.detail ?? 'The upload was refused.');
  return uploadJob.reply.parse(parsed(text)).job_id;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function ended({ call }: Session, file: SentFile, id: string, onJob: (job: Job) => void): Promise<Job> {
  for (;;) {
    const job = await answered(file, () => call(getJob, { params: { id } }));
    onJob(job);
    if (hasEnded(job)) return job;
    await after(jobThrottle);
  }
}

/** Ask until somebody answers. @throws {HttpProblem} 503, with what to do, when nobody does. */
async function answered<Answer>({ key }: SentFile, ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof HttpProblem) || !passing.has(error.status)) throw error;
      if (tries > maxQuestions)
        throw new HttpProblem(
          503,
          `The proxy does not answer, so it is not known what became of the file. Run the command again with --key ${key}: what is stored already is not stored twice.`,
          { cause: error },
        );
      await after(retryDelayMs(tries));
    }
}
