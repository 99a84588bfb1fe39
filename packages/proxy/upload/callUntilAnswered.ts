/** Keeps a job's call to the service going through outages and ended sessions, and tells those from refusals. */
import { getSelf } from '@cloakroom/contract/users.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { storageProblem } from '@cloakroom/server-kit/storageError.ts';
import type { CredentialWaiter, Credentials } from '../credentials.ts';
import type { Upstream } from '../upstream.ts';
import { waitBeforeRetry } from './retry.ts';

/** Answers of a service, or of what stands before it, that is away for a while; and of a full disk, here or there. */
const passing = new Set([408, 429, 502, 503, 504, 507]);
/** How often a service may break on the same call before it is taken at its word. */
const breakages = 8;

const signInAgain = 'Your session has ended: sign in again, and the upload goes on.';

/**
 * On whose behalf a job calls; `credentials` are replaced when that person shows newer ones. `signal` ends the errand
 * between two calls, `closing` also in the middle of one.
 */
export type JobContext = {
  user: string;
  credentials: Credentials;
  signal: AbortSignal;
  closing: AbortSignal;
  /** Takes why the next attempt has to wait; undefined once an attempt has succeeded. */
  onWaiting?: (why: string | undefined) => void;
};

/**
 * Make a call until it succeeds: again and again while the service is away or a disk fails, with newer
 * credentials of the same person when theirs have ended.
 * @throws {HttpProblem} when the service refuses the deed itself; the signal's reason when it is aborted.
 */
export async function callUntilAnswered<Result>(
  jobContext: JobContext,
  { upstream, waiter }: { upstream: Upstream; waiter: CredentialWaiter },
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    jobContext.signal.throwIfAborted();
    try {
      const result = await attempt();
      jobContext.onWaiting?.(undefined);
      return result;
    } catch (caught) {
      const error = storageProblem(caught) ?? caught;
      if (!(error instanceof HttpProblem)) throw error;
      if (passing.has(error.status) || (error.status === 500 && tries < breakages)) {
        jobContext.onWaiting?.(error.message);
        await waitBeforeRetry(tries, jobContext.signal);
      } else if (await isOver(jobContext, upstream, error)) {
        jobContext.onWaiting?.(signInAgain);
        jobContext.credentials = await waiter.next(jobContext.user, jobContext.signal);
        tries = 0;
      } else throw error;
    }
  }
}

/** Whether a refusal is the session's end, and not the end of a permission. */
async function isOver(
  { credentials, closing }: JobContext,
  upstream: Upstream,
  error: HttpProblem,
): Promise<boolean> {
  if (error.status !== 403) return error.status === 401;
  const self = await upstream
    .call(getSelf, { credentials, query: {}, signal: closing })
    .catch((refusal: unknown) => refusal);
  return self instanceof HttpProblem && (self.status === 401 || self.status === 403);
}
