/** Sends an upload until the proxy has all of it, and follows its job. It is stored once, however often the connection is lost. */
import type { Job } from '@cloakroom/contract/jobs.ts';

/** How often a body is sent again after the connection was lost, and how often after its job was interrupted. */
export const maxResends = 5;

export type Delivery = {
  /** Sends the whole body, each time under the same idempotency key. @returns the id of its job. */
  send: () => Promise<string>;
  /** Finds the job of the idempotency key. Repeats until the proxy answers. */
  findJob: () => Promise<Job | null>;
  /** @returns the ended job. */
  follow: (id: string) => Promise<Job>;
  /** Whether the connection was lost before the answer to `send` was complete. */
  isLost: (error: unknown) => boolean;
  /** Waits before the body is sent again; the first time is number 0. */
  wait: (resend: number) => Promise<void>;
  signal?: AbortSignal;
};

/**
 * Delivers one upload.
 * @returns the ended job; interrupted if the file did not arrive whole after {@link maxResends} repeats.
 * @throws the signal's reason once it is aborted; what `findJob` and `follow` throw; what the last `send` throws.
 */
export async function deliverUpload(delivery: Delivery): Promise<Job> {
  for (let resend = 0; ; resend++) {
    const job = await delivery.follow(await sendOrFind(delivery));
    if (!job.interrupted || resend >= maxResends) return job;
    await delivery.wait(resend);
    delivery.signal?.throwIfAborted();
  }
}

/** The id of the job. After a lost connection the proxy is asked for the job before the body is sent again. */
async function sendOrFind({ send, findJob, isLost, wait, signal }: Delivery): Promise<string> {
  for (let resend = 0; ; resend++)
    try {
      return await send();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isLost(error)) throw error;
      const job = await findJob();
      if (job && !job.interrupted) return job.job_id;
      if (resend >= maxResends) throw error;
      await wait(resend);
      signal?.throwIfAborted();
    }
}
