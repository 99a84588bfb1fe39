import { beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { followJob } from '#src/shared/http/jobSocket.ts';
import { fakeServer } from '../../support/fakeServer.ts';
import { fakeSockets, sockets } from '../../support/fakeSocket.ts';
import { jobOf } from '../../support/fakeUpload.ts';

const job = (part: Partial<Job>) => jobOf({ total: 10, ...part });
const complete = job({ status: 'complete', processed: 10 });

const abort = () => new AbortController();

function follow({ signal }: AbortController = abort()) {
  const onJob = vi.fn<(job: Job) => void>();
  const onStreamLost = vi.fn();
  const end = followJob('j1', { onJob, onStreamLost, signal });
  end.catch(() => undefined);
  return { end, onJob, onStreamLost };
}
/** Lets that many connection attempts fail, and waits for the delay of each. */
async function lose(tries: number) {
  for (let at = 0; at < tries; at++) {
    sockets.at(-1)?.close();
    await vi.advanceTimersByTimeAsync(8000);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  fakeSockets();
});

test('a job is followed on its socket until it ends', async () => {
  const { end, onJob } = follow();
  expect(sockets[0]?.address).toMatch(/^ws:.*\/api\/ws\/jobs\/j1\/$/);
  sockets[0]?.say(job({ processed: 4 }));
  sockets[0]?.say(complete);
  expect(await end).toEqual(complete);
  expect(onJob.mock.calls.map(([{ processed }]) => processed)).toEqual([4, 10]);
  expect(sockets[0]?.closed).toBe(true);
});

test('a socket that is interrupted is opened again without a report', async () => {
  const { end, onStreamLost } = follow();
  sockets[0]?.say(job({ processed: 4 }));
  await lose(1);
  sockets[1]?.say(complete);
  expect(await end).toEqual(complete);
  expect(onStreamLost).not.toHaveBeenCalled();
});

test('a socket that can’t be opened is reported once, and polling takes over', async () => {
  let answers = 0;
  fakeServer({
    'GET /api/jobs/j1/': () => ({ body: ++answers < 3 ? job({ processed: answers }) : complete }),
  });
  const { end, onJob, onStreamLost } = follow();
  await lose(6);
  expect(await end).toEqual(complete);
  expect(onStreamLost).toHaveBeenCalledOnce();
  expect(onJob.mock.calls.map(([{ processed }]) => processed)).toEqual([1, 2, 10]);
});

test('a job is followed while the proxy is unavailable for a while', async () => {
  let answers = 0;
  fakeServer({
    'GET /api/jobs/j1/': () =>
      ++answers < 3 ? { status: 503, body: { detail: 'Starting.' } } : { body: complete },
  });
  const { end } = follow();
  await lose(6);
  expect(await end).toEqual(complete);
});

test('an unknown job is a failure', async () => {
  fakeServer({ 'GET /api/jobs/j1/': () => ({ status: 404, body: { detail: 'Job not found' } }) });
  const { end } = follow();
  await lose(4);
  await expect(end).rejects.toMatchObject({ status: 404, message: 'Job not found' });
});

test('an invalid message closes the socket, and polling reports the error', async () => {
  fakeServer({ 'GET /api/jobs/j1/': () => ({ invalid: true, body: { what: 'else' } }) });
  const { end } = follow();
  sockets[0]?.say('{');
  expect(sockets[0]?.closed).toBe(true);
  await lose(4);
  await expect(end).rejects.toMatchObject({ code: 'unexpected' });
});

test('aborting closes the socket and stops following', async () => {
  const stop = abort();
  const { end } = follow(stop);
  stop.abort();
  await expect(end).rejects.toThrow('aborted');
  expect(sockets).toHaveLength(1);
  expect(sockets[0]?.closed).toBe(true);
});
