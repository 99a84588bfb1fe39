/** An upload machine with its real effects; the test is the job's socket. */
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { createUploadMachine } from '#src/machines/upload/effects.ts';
import { fakeServer } from '../../support/fakeServer.ts';
import { fakeSockets, type FakeSocket } from '../../support/fakeSocket.ts';
import { fakeUploads } from '../../support/fakeUpload.ts';
import { fakeWorkers } from '../../support/fakeWorkers.ts';

const job: Job = {
  job_id: 'j1',
  schema: 's1',
  status: 'processing',
  processed: 1,
  total: 4,
  current_batch: 0,
  total_batches: 1,
};

let sockets: FakeSocket[];
beforeEach(() => {
  sockets = fakeSockets();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wired = (complain = vi.fn()) =>
  createActor(
    createUploadMachine({
      keepStorage: vi.fn(),
      fields: () => [{ name: 'name', type: 'string', required: true }],
      complain,
      onStreamLost: vi.fn(),
      onTooLate: vi.fn(),
    }),
    { input: { schema: 's1' } },
  ).start();

test('quick upload progress is reported with its first and last value only', async () => {
  vi.useRealTimers();
  fakeWorkers();
  fakeServer({});
  const bodies = fakeUploads(() => ({ status: 200, body: { job_id: 'j1' } }));
  const upload = wired();
  const heard = new Set<number>();
  upload.subscribe(({ context: { phase, sent } }) => {
    if (phase === 'sending') heard.add(sent);
  });
  upload.send({ type: 'file.chosen', file: new File(['name\nAda\nGrace\n'], 'people.csv') });
  upload.send({ type: 'upload.pressed' });
  await waitFor(() => expect(upload.getSnapshot().context.job).toBe('j1'));
  expect([...heard]).toEqual([0, bodies[0]?.body.size]);
  upload.stop();
});

test('a job without progress for thirty seconds is stalled, until it advances', async () => {
  const complain = vi.fn();
  const upload = wired(complain);
  const stalled = () => upload.getSnapshot().context.stalled;
  upload.send({ type: 'job.found', job: 'j1' });
  await vi.advanceTimersByTimeAsync(1000);
  sockets[0]?.say(job);
  await vi.advanceTimersByTimeAsync(29_000);
  sockets[0]?.say(job);
  expect(stalled()).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(stalled()).toBe(true);
  expect(upload.getSnapshot().value).toBe('uploading');
  sockets[0]?.say({ ...job, processed: 2 });
  expect(stalled()).toBe(false);
  sockets[0]?.say({ ...job, status: 'complete', processed: 4 });
  await vi.waitFor(() => expect(upload.getSnapshot().value).toBe('completed'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stalled()).toBe(false);
  expect(complain).not.toHaveBeenCalled();
});
