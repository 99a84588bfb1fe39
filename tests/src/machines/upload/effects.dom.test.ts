/** An upload machine with its real effects; the test is the job's socket. */
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { createUploadMachine } from '#src/machines/upload/effects.ts';
import { fakeServer } from '../../support/fakeServer.ts';
import { fakeSockets, sockets } from '../../support/fakeSocket.ts';
import { accepted, fakeUploads, jobOf } from '../../support/fakeUpload.ts';
import { fakeWorkers } from '../../support/fakeWorkers.ts';

const job = jobOf({ schema: 's1', processed: 1, total: 4 });

beforeEach(() => {
  fakeSockets();
  vi.useFakeTimers();
});

const wired = (reportFailure = vi.fn()) =>
  createActor(
    createUploadMachine({
      persistStorage: vi.fn(),
      fields: () => [{ name: 'name', type: 'string', required: true }],
      reportFailure,
      withdrawFailure: vi.fn(),
      onStreamLost: vi.fn(),
      onCancelFailed: vi.fn(),
    }),
    { input: { schema: 's1' } },
  ).start();

test('quick upload progress is reported with its first and last value only', async () => {
  vi.useRealTimers();
  fakeWorkers();
  fakeServer({});
  const bodies = fakeUploads(() => accepted);
  const upload = wired();
  const heard = new Set<number>();
  upload.subscribe(({ context: { phase, sent } }) => {
    if (phase === 'sending') heard.add(sent);
  });
  upload.send({ type: 'file.chosen', file: new File(['name\nAda\nGrace\n'], 'people.csv') });
  upload.send({ type: 'upload.pressed' });
  await waitFor(() => expect(upload.getSnapshot().context.job).toBe('j1'));
  const size = bodies[0]?.body.size;
  expect([...heard]).toEqual([0, size]);
  // No message about the job has come yet.
  expect(upload.getSnapshot().context).toMatchObject({ phase: 'sealing', processed: 0, total: size });
  upload.stop();
});

test('a job without progress for thirty seconds is stalled, until it advances', async () => {
  const reportFailure = vi.fn();
  const upload = wired(reportFailure);
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
  expect(reportFailure).not.toHaveBeenCalled();
});

test.each([
  { by: 'its sender', unseen: {}, fatal: false, message: /^The tab that was uploading was closed/ },
  { by: 'the proxy', unseen: { unseen: true as const }, fatal: true, message: /^It broke off\.$/ },
])('a job of another tab that $by interrupts ends with the reason', async ({ unseen, fatal, message }) => {
  const upload = wired();
  upload.send({ type: 'job.found', job: 'j1' });
  await vi.advanceTimersByTimeAsync(1000);
  sockets[0]?.say({ ...job, status: 'failed', error: 'It broke off.', interrupted: true, ...unseen });
  await vi.advanceTimersByTimeAsync(1000);
  const { value, context } = upload.getSnapshot();
  expect([value, context.fatal]).toEqual(['terminated', fatal]);
  expect(context.failure?.message).toMatch(message);
  upload.stop();
});
