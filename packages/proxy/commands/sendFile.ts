/** Sends a file to the proxy and polls its job to the end. The file is stored once, even if it is sent again. */
import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { deliverUpload } from '@cloakroom/client/deliverUpload.ts';
import { followJob } from '@cloakroom/client/followJob.ts';
import { getJob, listJobs, uploadJob, type Job } from '@cloakroom/contract/jobs.ts';
import { Problem } from '@cloakroom/contract/problem.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { parseJson } from '@cloakroom/server-kit/parseJson.ts';
import { retryDelayMs, retryDelays } from '../retry.ts';
import type { Session } from './session.ts';

/** How often a poll of the job is repeated if the proxy doesn't answer. */
const maxPollRetries = 8;
/** Statuses of a busy proxy, or of a temporarily unavailable service. */
const temporaryStatuses = new Set([408, 502, 503, 504]);

export type SentFile = { path: string; query: URLSearchParams; type: string; key: string };

/** The connection ended before the answer was complete, or before the proxy had read the request. */
class ConnectionLost extends Error {}

/**
 * Sends a file until the proxy has all of it, and waits for the end of its job.
 * @param onJob - called with each state of the job.
 * @returns the job in its final state.
 * @throws {HttpProblem} the refusal's own status and message; 503 if the outcome is unknown.
 */
export const deliverFile = (session: Session, file: SentFile, onJob: (job: Job) => void): Promise<Job> =>
  deliverUpload({
    send: () => send(session, file),
    findJob: async () => {
      const query = { key: file.key };
      const [job] = await withRetries(file, () => session.call(listJobs, { query }));
      return job ?? null;
    },
    follow: (id) =>
      followJob(() => withRetries(file, () => session.call(getJob, { params: { id } })), { onJob }),
    isLost: (error) => error instanceof ConnectionLost,
    wait: (resend) => sleep(retryDelayMs(resend)),
  }).catch((error: unknown) => {
    if (!(error instanceof ConnectionLost)) throw error;
    throw new HttpProblem(503, 'The connection to the proxy was lost repeatedly. Nothing was stored.', {
      cause: error,
    });
  });

/** @returns the job's id. @throws {ConnectionLost}, {HttpProblem} with the refusal's own status and message. */
async function send({ request, headers }: Session, file: SentFile): Promise<string> {
  const { path, query, type, key } = file;
  const body = createReadStream(path);
  const unreadable = new Promise<never>((_, reject) => body.once('error', reject));
  const answered = exchange();
  async function exchange() {
    const answer = await request({
      method: uploadJob.method,
      path: `${uploadJob.path}?${query.toString()}`,
      headers: { ...headers, 'content-type': type, [idempotencyKeyHeader]: key },
      body,
      headersTimeout: 0,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }
  const { status, text } = await Promise.race([
    answered.catch((cause: unknown) => {
      throw new ConnectionLost('The connection was lost.', { cause });
    }),
    unreadable,
  ]).finally(() => body.destroy());
  if (status === 408) throw new ConnectionLost('The request arrived too slowly.');
  if (status >= 300)
    throw new HttpProblem(
      status,
      Problem.safeParse(parseJson(text)).data?.detail ?? 'The upload was refused.',
    );
  return uploadJob.reply.parse(parseJson(text)).job_id;
}

/** Repeats a call until it is answered. @throws {HttpProblem} 503, with what to do, after too many attempts. */
function withRetries<Answer>({ key }: SentFile, ask: () => Promise<Answer>): Promise<Answer> {
  return pRetry(ask, {
    ...retryDelays,
    retries: maxPollRetries,
    shouldRetry: ({ error }) => isTemporary(error),
  }).catch((error: unknown) => {
    if (!isTemporary(error)) throw error;
    throw new HttpProblem(
      503,
      `The proxy does not answer, so it is not known whether the file was stored. Run the command again with --key ${key}: what is already stored is not stored twice.`,
      { cause: error },
    );
  });
}

const isTemporary = (error: unknown): boolean =>
  error instanceof HttpProblem && temporaryStatuses.has(error.status);
