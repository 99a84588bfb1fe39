/** Follows an upload job over a WebSocket, which is reopened if it is lost; polls if that fails. */
import { getJob, hasEnded, Job, jobSocketPath } from '@cloakroom/contract/jobs.ts';
import { isTransient } from '#src/shared/failure.ts';
import { call } from './call.ts';
import { backoff } from './retry.ts';

type JobListener = {
  onJob: (job: Job) => void;
  /** Called once, when the stream can't be opened and polling begins. */
  onStreamLost: () => void;
  signal: AbortSignal;
};

const triesBeforePolling = 3;

/**
 * Reports a job's progress until it ends.
 * @returns the ended job.
 * @throws {Failure} if the job does not exist; an aborted signal throws its reason.
 */
export async function followJob(id: string, { onJob, onStreamLost, signal }: JobListener): Promise<Job> {
  let notified = false;
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const last = await stream(id, onJob, signal);
    if (last) tries = 0;
    if (last && hasEnded(last)) return last;
    signal.throwIfAborted();
    if (tries >= triesBeforePolling) {
      if (!notified) onStreamLost();
      notified = true;
      const job = await poll(id, signal);
      if (job) onJob(job);
      if (job && hasEnded(job)) return job;
    }
    await backoff(tries);
  }
}

/** Polls the job; null if the proxy is unreachable; it continues the job anyway. */
async function poll(id: string, signal: AbortSignal): Promise<Job | null> {
  try {
    return await call(getJob, { params: { id }, signal });
  } catch (thrown) {
    if (isTransient(thrown)) return null;
    throw thrown;
  }
}

/** One connection: resolves with the last received job when it closes. */
function stream(id: string, onJob: (job: Job) => void, signal: AbortSignal): Promise<Job | null> {
  const address = new URL(jobSocketPath(id), location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  const close = () => socket.close();
  signal.addEventListener('abort', close, { once: true });
  return new Promise((resolve) => {
    let last: Job | null = null;
    socket.onmessage = ({ data }) => {
      const job = readJob(String(data));
      if (job) onJob((last = job));
      // An unreadable message ends the stream: polling then throws the reason.
      if (!job || hasEnded(job)) socket.close();
    };
    socket.onclose = () => {
      signal.removeEventListener('abort', close);
      resolve(last);
    };
  });
}

function readJob(text: string): Job | null {
  try {
    return Job.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
