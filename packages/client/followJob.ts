/** Follows an upload job to its end. */
import { hasEnded, jobThrottleMs, type Job } from '@cloakroom/contract/jobs.ts';
import { wait } from './wait.ts';

/** How often a job is polled by default. */
export const jobPolling = { intervalMs: jobThrottleMs };

export type FollowOptions = {
  /** Called with each state of the job. */
  onJob?: (job: Job) => void;
  /** Milliseconds between two polls. */
  intervalMs?: number;
  signal?: AbortSignal | undefined;
};

/**
 * Polls a job until it has ended.
 * @param readJob - asks for the job once.
 * @returns the ended job.
 * @throws what `readJob` throws; the signal's reason once it is aborted.
 */
export async function followJob(
  readJob: () => Promise<Job>,
  { onJob, intervalMs = jobPolling.intervalMs, signal }: FollowOptions = {},
): Promise<Job> {
  for (;;) {
    const job = await readJob();
    onJob?.(job);
    if (hasEnded(job)) return job;
    await wait(intervalMs, signal);
  }
}
