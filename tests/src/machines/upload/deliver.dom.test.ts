/** A file whose connection is lost: the job is read before anything is sent again. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { deliver, mayContinue } from '#src/machines/upload/deliver.ts';
import { fakeServer, page } from '../../support/fakeServer.ts';
import { accepted, fakeUploads, jobOf } from '../../support/fakeUpload.ts';

const job = jobOf({ schema: 's1', status: 'complete', processed: 2, current_batch: 1 });
const interrupted: Job = {
  ...job,
  status: 'failed',
  processed: 0,
  error: 'It broke off.',
  interrupted: true,
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

const upload = () => ({
  schema: 's1',
  body: new Blob(['name\nAda\n']),
  type: 'text/csv',
  reading: {},
  fingerprint: '0'.repeat(64),
  key: 'the-key-of-the-press',
  onProgress: () => undefined,
  signal: new AbortController().signal,
});

test('losing the connection after the proxy has the file is not a failure: the job is followed', async () => {
  fakeServer({ 'GET /api/jobs/': () => page([job]) });
  const sent = fakeUploads(() => 'lost');
  const followed: string[] = [];
  const last = await deliver(upload(), async (id) => {
    followed.push(id);
    return job;
  });
  expect(last.status).toBe('complete');
  expect(followed).toEqual(['j1']);
  expect(sent).toHaveLength(1);
});

test('sends a file that did not arrive completely again with the same key', async () => {
  fakeServer({ 'GET /api/jobs/': () => page([interrupted]) });
  const answers = ['lost' as const, accepted, accepted];
  const sent = fakeUploads(() => answers.shift()!);
  const ends = [interrupted, job];
  const last = await deliver(upload(), async () => ends.shift()!);
  expect(last.status).toBe('complete');
  expect(sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual(
    Array(3).fill('the-key-of-the-press'),
  );
});

test('if the proxy doesn’t answer, the error says that the outcome is not known', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  fakeUploads(() => 'lost');
  document.cookie = 'csrftoken=token';
  const delivered = expect(deliver(upload(), async () => job)).rejects.toMatchObject({
    code: 'offline',
    message: expect.stringMatching(/is not known.*not stored twice/) as string,
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await delivered;
});

test.each([
  { what: 'complete', known: [job], expected: false },
  { what: 'interrupted', known: [interrupted], expected: true },
  { what: 'under way', known: [{ ...job, status: 'processing' as const }], expected: true },
  { what: 'not known', known: [], expected: true },
])(
  'pressing Upload for a file whose upload is $what continues it: $expected',
  async ({ known, expected }) => {
    fakeServer({ 'GET /api/jobs/': () => page(known) });
    expect(await mayContinue('key', new AbortController().signal)).toBe(expected);
  },
);
