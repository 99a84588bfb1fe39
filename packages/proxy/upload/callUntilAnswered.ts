/** Repeats a job's call to the service during outages and after ended sessions. Other refusals are thrown. */
import pRetry from 'p-retry';
import { getSelf } from '@cloakroom/contract/users.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { storageProblem } from '@cloakroom/server-kit/storageError.ts';
import type { CredentialWaiter, Credentials } from '../credentials.ts';
import type { Upstream } from '../upstream.ts';
import { retryDelays } from '../retry.ts';

/** Statuses of a service, or of a load balancer before it, that is unavailable for a while; and of a full disk. */
const temporaryStatuses = new Set([408, 429, 502, 503, 504, 507]);
/** How often a call may be answered with 500 before it counts as refused. */
const maxServerErrors = 8;

const signInAgain = 'Your session has ended: sign in again, and the upload goes on.';

/**
 * The person for whom a job calls. `credentials` are replaced when that person uses newer ones, unless they are an API token. `signal` ends the job
 * between two calls, `closing` also during one.
 */
export type JobContext = {
  user: string;
  /** Set for a job of an API token, which continues with no other credentials. */
  token?: string | undefined;
  credentials: Credentials;
  signal: AbortSignal;
  closing: AbortSignal;
  /** Is called with why the next attempt waits; with undefined once an attempt has succeeded. */
  onWaiting?: (why: string | undefined) => void;
};

/**
 * Repeats a call until it succeeds: while the service is unavailable or a disk fails, and with newer
 * credentials of the same person when their session has ended.
 * @throws {HttpProblem} when the service refuses the call itself, or the job's API token; the signal's reason when it is aborted.
 */
export async function callUntilAnswered<Result>(
  jobContext: JobContext,
  { upstream, waiter }: { upstream: Upstream; waiter: CredentialWaiter },
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { user, signal } = jobContext;
  for (;;)
    try {
      const result = await pRetry(attempt, {
        ...retryDelays,
        retries: Infinity,
        signal,
        shouldRetry: ({ error, attemptNumber }) => {
          const problem = storageProblem(error) ?? error;
          if (signal.aborted || !isTemporary(problem, attemptNumber)) return false;
          jobContext.onWaiting?.(problem.message);
          return true;
        },
      });
      jobContext.onWaiting?.(undefined);
      return result;
    } catch (caught) {
      signal.throwIfAborted();
      const error = storageProblem(caught) ?? caught;
      if (!(error instanceof HttpProblem) || !(await hasSessionEnded(jobContext, upstream, error)))
        throw error;
      // With other credentials, the job would have more permissions than the token.
      if (jobContext.token !== undefined) throw error;
      jobContext.onWaiting?.(signInAgain);
      jobContext.credentials = await waiter.next(user, signal);
    }
}

const isTemporary = (error: unknown, attempt: number): boolean =>
  error instanceof HttpProblem &&
  (temporaryStatuses.has(error.status) || (error.status === 500 && attempt < maxServerErrors));

/** Whether a refusal means that the session has ended, rather than that a permission is missing. */
async function hasSessionEnded(
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
