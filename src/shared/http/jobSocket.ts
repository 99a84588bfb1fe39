/** Follows an upload job by a WebSocket, which is reopened when it is lost; polls if that fails. */
import { getJob, hasEnded, Job, jobSocketPath } from '@cloakroom/contract/jobs.ts';
import { Failure } from '#src/shared/failure.ts';
import { call } from './call.ts';

type Watch = {
  onJob: (job: Job) => void;
  /** Called once, when the stream can't be opened and polling begins. */
  onStreamLost: () => void;
  signal: AbortSignal;
};

/** Milliseconds before the stream is reopened: from 500, doubling, to 8,000. */
const pause = (tries: number) => Math.min(8000, 500 * 2 ** tries);
const triesBeforeAsking = 3;

/**
 * Reports a job's progress until it ends.
 * @returns the ended job.
 * @throws {Failure} if the job does not exist; an aborted signal throws its reason.
 */
export async function followJob(id: string, { onJob, onStreamLost, signal }: Watch): Promise<Job> {
  let told = false;
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const last = await stream(id, onJob, signal);
    if (last) tries = 0;
    if (last && hasEnded(last)) return last;
    signal.throwIfAborted();
    if (tries >= triesBeforeAsking) {
      if (!told) onStreamLost();
      told = true;
      const job = await ask(id, signal);
      if (job) onJob(job);
      if (job && hasEnded(job)) return job;
    }
    await new Promise((resolve) => setTimeout(resolve, pause(tries)));
  }
}

const passing = new Set(['offline', 'unavailable']);

/** Polls the job; null if the proxy is unreachable: it continues the job, if need be after a restart. */
async function ask(id: string, signal: AbortSignal): Promise<Job | null> {
  try {
    return await call(getJob, { params: { id }, signal });
  } catch (thrown) {
    if (thrown instanceof Failure && passing.has(thrown.code)) return null;
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
      const read = readJob(String(data));
      if (read) onJob((last = read));
      // An unreadable message ends the stream: polling then throws the reason.
      if (!read || hasEnded(read)) socket.close();
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
