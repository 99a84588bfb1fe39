/** Uploads whose connection is lost, and jobs that fail. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '@cloakroom/client/client.ts';
import { uploadFile, UploadFailed, type UploadOptions } from '@cloakroom/client/uploadFile.ts';
import type { Fetch } from '@cloakroom/client/types.ts';
import type { Job } from '@cloakroom/contract/jobs.ts';

beforeEach(() => {
  vi.useFakeTimers().setTimerTickMode('nextTimerAsync');
});
afterEach(() => {
  vi.useRealTimers();
});

const complete: Job = {
  ...{ job_id: 'j1', schema: 's1', status: 'complete', processed: 2, total: 2 },
  ...{ current_batch: 1, total_batches: 1 },
};
const uploading: Job = { ...complete, status: 'uploading', processed: 0, total: 0 };
const failed: Job = {
  ...complete,
  status: 'failed',
  processed: 0,
  error: 'Row 2: age: "old" is not a number.',
};
const interrupted: Job = { ...failed, error: 'It broke off.', interrupted: true };

type Step = 'lost' | Response | Promise<Response>;
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);
const accepted = () => json({ job_id: 'j1' });

/** A proxy with these answers to each kind of call; the last one repeatedly. */
function proxyOf(answers: { upload: (() => Step)[]; byKey?: (() => Step)[]; job?: (() => Step)[] }) {
  const sent: { url: string; method: string; key: string | undefined; body: unknown }[] = [];
  const left = { byKey: [() => json([])], job: [() => json(complete)], ...answers };
  const fetch = vi.fn<Fetch>(async (url, { method, headers, body }) => {
    sent.push({ url, method, key: headers['Idempotency-Key'], body });
    const steps = url.includes('upload') ? left.upload : url.includes('key=') ? left.byKey : left.job;
    const step = (steps.length > 1 ? steps.shift()! : steps[0]!)();
    if (step === 'lost') throw new TypeError('The connection was lost.');
    return step;
  });
  const upload = (options: UploadOptions = {}, body: Parameters<typeof uploadFile>[2] = 'name\nAda\n') =>
    uploadFile(createClient({ fetch }), 's1', body, { idempotencyKey: 'key-of-this-file', ...options });
  return { upload, sent, uploads: () => sent.filter(({ method }) => method === 'POST') };
}
const lost = () => 'lost' as const;

test('sends the file once, and follows its job to the end', async () => {
  const job = [
    () => json(uploading),
    () => json({ ...complete, status: 'processing' }),
    () => json(complete),
  ];
  const proxy = proxyOf({ upload: [accepted], job });
  const states: string[] = [];
  const type = 'text/tab-separated-values';
  expect(await proxy.upload({ type, rows: 'good', onProgress: ({ status }) => states.push(status) })).toEqual(
    complete,
  );
  expect(states).toEqual(['uploading', 'processing', 'complete']);
  expect(proxy.uploads()).toEqual([
    {
      url: '/api/jobs/upload/?schema=s1&rows=good',
      method: 'POST',
      key: 'key-of-this-file',
      body: 'name\nAda\n',
    },
  ]);
});

test('reports the bytes that the proxy has while the file is being sent', async () => {
  const bytes = { received: 10, sealed: 5, size: 20 };
  const slow = () => new Promise<Response>((resolve) => setTimeout(() => resolve(accepted()), 2000));
  const proxy = proxyOf({ upload: [slow], byKey: [() => json([{ ...uploading, bytes }])] });
  const reported: unknown[] = [];
  await proxy.upload({ onProgress: (job) => reported.push(job.bytes) });
  expect(reported).toContainEqual(bytes);
  expect(reported.at(-1)).toBeUndefined();
});

test('a lost connection is not a failure if the proxy has the file', async () => {
  const proxy = proxyOf({ upload: [lost], byKey: [lost, () => json([uploading])] });
  expect(await proxy.upload()).toEqual(complete);
  expect(proxy.uploads()).toHaveLength(1);
});

test('opens and sends the file again if it did not arrive whole', async () => {
  const body = vi.fn(() => 'name\nAda\n');
  const job = [() => json(interrupted), () => json(complete)];
  const byKey = [() => json([interrupted])];
  const upload = [lost, () => json({ detail: 'Too slow.' }, { status: 408 }), accepted];
  const proxy = proxyOf({ upload, byKey, job });
  expect(await proxy.upload({}, body)).toEqual(complete);
  expect(proxy.uploads().map(({ key }) => key)).toEqual(Array(4).fill('key-of-this-file'));
  expect(body).toHaveBeenCalledTimes(4);
});

test('throws the sentence and the job of an upload that failed', async () => {
  const error = await proxyOf({ upload: [accepted], job: [() => json(failed)] })
    .upload()
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UploadFailed);
  expect(error).toMatchObject({ code: 'invalid', message: failed.error, job: failed });
});

test('throws a refusal at once', async () => {
  const proxy = proxyOf({ upload: [() => json({ detail: 'Not yours.' }, { status: 403 })] });
  await expect(proxy.upload()).rejects.toMatchObject({ code: 'forbidden', message: 'Not yours.' });
  expect(proxy.uploads()).toHaveLength(1);
});

test('gives up after the connection was lost six times', async () => {
  const proxy = proxyOf({ upload: [lost] });
  await expect(proxy.upload()).rejects.toMatchObject({ code: 'offline' });
  expect(proxy.uploads()).toHaveLength(6);
});

test('an aborted upload throws the reason of its signal, even while it waits', async () => {
  const abort = new AbortController();
  const proxy = proxyOf({ upload: [accepted], job: [() => json(uploading)] });
  const ended = proxy.upload({ signal: abort.signal, onProgress: () => abort.abort(new Error('Enough.')) });
  await expect(ended).rejects.toThrow('Enough.');
});
