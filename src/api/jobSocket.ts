/** Follows an upload job: the one WebSocket, opened again when it is lost, with asking as the way out. [Way 6/8] */
import { getJob, Job, jobSocketPath } from '#contract/jobs.ts';
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

const ended = ({ status }: Job) => status === 'complete' || status === 'failed';

/**
 * Report a job's progress until it ends.
 * @returns the job as it ended.
 * @throws {Failure} when the job is gone; an aborted signal throws its reason.
 */
export async function followJob(id: string, { onJob, onStreamLost, signal }: Watch): Promise<Job> {
  for (let tries = 0; ; tries++) {
    const last = await stream(id, onJob, signal);
    if (last) tries = 0;
    if (last && ended(last)) return last;
    signal.throwIfAborted();
    if (tries === triesBeforeAsking) onStreamLost();
    if (tries >= triesBeforeAsking) {
      const job = await call(getJob, { params: { id }, signal });
      onJob(job);
      if (ended(job)) return job;
    }
    await new Promise((resolve) => setTimeout(resolve, pause(tries)));
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
      const read = Job.safeParse(JSON.parse(String(data)));
      if (!read.success) return;
      last = read.data;
      onJob(last);
      if (ended(last)) socket.close();
    };
    socket.onclose = () => {
      signal.removeEventListener('abort', close);
      resolve(last);
    };
  });
}
