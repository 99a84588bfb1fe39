/** Follows an upload job: the one WebSocket, opened again when it is lost, with asking as the way out. [Way 6/8] */
import { getJob, hasEnded, Job, jobSocketPath } from '@cloakroom/contract/jobs.ts';
import { Failure } from '#src/shared/failure.ts';
import { call } from './call.ts';

type Watch = {
  onJob: (job: Job) => void;
  /** Told once, when the stream can't be opened and asking takes over. */
  onStreamLost: () => void;
  signal: AbortSignal;
};

/** Milliseconds before the stream is opened again: from half a second, doubling, to eight. */
const pause = (tries: number) => Math.min(8000, 500 * 2 ** tries);
const triesBeforeAsking = 3;

/**
 * Report a job's progress until it ends.
 * @returns the job as it ended.
 * @throws {Failure} when the job is gone; an aborted signal throws its reason.
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

/** The job, asked for; null while nobody answers: the proxy goes on with it, or will once it runs again. */
async function ask(id: string, signal: AbortSignal): Promise<Job | null> {
  try {
    return await call(getJob, { params: { id }, signal });
  } catch (thrown) {
    if (thrown instanceof Failure && passing.has(thrown.code)) return null;
    throw thrown;
  }
}

/** One connection: resolves when it closes, with the last job it told of. */
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
      // What can't be read ends the stream: asking then says what is wrong.
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
