/** What the client sends, and how it handles each answer. */
import { expect, test, vi } from 'vitest';
import { createClient } from '@cloakroom/client/client.ts';
import { ClientError } from '@cloakroom/client/clientError.ts';
import type { Fetch } from '@cloakroom/client/types.ts';
import { createDataset, getDataset, listDatasets, type Dataset } from '@cloakroom/contract/datasets.ts';
import { uploadJob } from '@cloakroom/contract/jobs.ts';
import { listRecords } from '@cloakroom/contract/records.ts';
import { getStatus } from '@cloakroom/contract/status.ts';

const id = '2222222222222222222222';
const dataset: Dataset = {
  id,
  url: `/api/datasets/${id}/`,
  organization: '/api/organizations/x/',
  name: 'People',
  slug: 'people',
  description: '',
  created: '2026-01-01T00:00:00Z',
};
const answer = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);

/** A client whose server gives these answers, one after the other; the last one repeatedly. */
function clientOf(...answers: (Response | Error)[]) {
  const fetch = vi.fn<Fetch>(() => {
    const next = answers.length > 1 ? answers.shift()! : answers[0]!;
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next.clone());
  });
  return { fetch, client: createClient({ baseUrl: 'https://example.org', fetch, retryLimit: 2 }) };
}
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (thrown: unknown) => thrown as ClientError,
  );

test('fills in path and query, leaves undefined values out and repeats the name of a list', async () => {
  const { fetch, client } = clientOf(answer([]));
  await client.call(listRecords, { query: { schema: 'a b', limit: undefined } });
  await client.call(getDataset, { params: { id: 'ä/1' } }).catch(() => undefined);
  expect(fetch.mock.calls.map(([url]) => url)).toEqual([
    'https://example.org/api/records/?schema=a+b',
    'https://example.org/api/datasets/%C3%A4%2F1/',
  ]);
});

test('sends JSON with its type and the idempotency key, and headers of the call before those of the client', async () => {
  const fetch = vi.fn<Fetch>(() => Promise.resolve(answer(dataset, { status: 201 })));
  const client = createClient({ fetch, headers: { authorization: 'Basic client', 'X-Client': 'yes' } });
  const body = { name: 'People', organization: id };
  const options = { body, idempotencyKey: 'key-of-this-call', headers: { authorization: 'Basic call' } };
  expect(await client.call(createDataset, options)).toEqual(dataset);
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/datasets/', {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Idempotency-Key': 'key-of-this-call',
      authorization: 'Basic call',
      'X-Client': 'yes',
    },
    body: JSON.stringify(body),
  });
});

test('sends bytes as they are, and a stream in half duplex', async () => {
  const { fetch, client } = clientOf(answer({ job_id: 'j1' }));
  const bytes = new TextEncoder().encode('name\nAda\n');
  const stream = new Blob([bytes]).stream();
  const query = { schema: id };
  await client.call(uploadJob, { query, body: bytes, headers: { 'Content-Type': 'text/csv' } });
  await client.call(uploadJob, { query, body: stream });
  const [first, second] = fetch.mock.calls.map(([, init]) => init);
  expect(first).toMatchObject({ body: bytes, headers: { 'Content-Type': 'text/csv' } });
  expect(first).not.toHaveProperty('duplex');
  expect(second).toMatchObject({ body: stream, duplex: 'half', headers: { 'Content-Type': 'application/octet-stream' } }); // prettier-ignore
});

test('reads a list in both shapes, even if the endpoint has other replies', async () => {
  const headers = { 'X-Total-Count': '7' };
  const { client } = clientOf(answer([dataset], { headers }), answer({ count: 9, results: [dataset] }));
  expect(await client.list(listDatasets)).toEqual({ items: [dataset], total: 7 });
  expect(await client.list(listDatasets)).toEqual({ items: [dataset], total: 9 });
  const damaged = { ...headers, 'X-Unreadable-Records': '2' };
  const records = clientOf(answer([], { headers: damaged })).client;
  expect(await records.list(listRecords, { query: { schema: id } })).toEqual({ items: [], total: 7, unreadable: 2 }); // prettier-ignore
});

test.each(['-1', '1.5', 'many', '1e300'])('refuses the total %s', async (total) => {
  const { client } = clientOf(answer([], { headers: { 'X-Total-Count': total } }));
  expect(await errorOf(client.list(listDatasets))).toMatchObject({ code: 'unreadable' });
});

test('reads a refusal: code, status, sentence, field problems and headers', async () => {
  const problem = { detail: 'Bad input.', errors: { name: ['is too long'] } };
  const headers = { 'X-Signed-In-As': 'eve' };
  const { client } = clientOf(answer(problem, { status: 422, headers }));
  const error = await errorOf(client.call(getStatus));
  expect(error).toBeInstanceOf(ClientError);
  expect(error).toMatchObject({ code: 'invalid', status: 422, message: 'Bad input.', errors: problem.errors, problem }); // prettier-ignore
  expect(error.header('x-signed-in-as')).toBe('eve');
});

test('rejects an answer that violates the contract', async () => {
  const { client } = clientOf(answer({ ...dataset, name: 5 }), new Response('<html>'));
  const params = { id };
  for (let times = 0; times < 2; times++)
    expect(await errorOf(client.call(getDataset, { params }))).toMatchObject({
      code: 'unreadable',
      status: undefined,
      message: 'The answer of GET /api/datasets/:id/ is not what the contract says.',
    });
});

test('names a server that does not answer; an aborted call throws its reason', async () => {
  const lost = new TypeError('fetch failed');
  const { client } = clientOf(lost);
  expect(await errorOf(client.call(getStatus))).toMatchObject({
    code: 'offline',
    message: 'Nothing answers at https://example.org.',
    cause: lost,
  });
  const control = new AbortController();
  control.abort(new Error('The page has gone.'));
  const aborted = clientOf(control.signal.reason as Error).client;
  await expect(aborted.call(getStatus, { signal: control.signal })).rejects.toThrow('The page has gone.');
});

const busy = (status: number) => answer({ detail: 'Busy.' }, { status, headers: { 'Retry-After': '0' } });
const create = { body: { name: 'People', organization: id } };

test.each([408, 429, 503])('retries what is safe or has a key after %i, up to its limit', async (status) => {
  const reading = clientOf(busy(status), busy(status), answer(dataset));
  expect(await reading.client.call(getDataset, { params: { id } })).toEqual(dataset);
  const writing = clientOf(busy(status), answer(dataset, { status: 201 }));
  await writing.client.call(createDataset, { ...create, idempotencyKey: 'key-of-this-call' });
  expect(writing.fetch).toHaveBeenCalledTimes(2);
  const endless = clientOf(busy(status));
  expect(await errorOf(endless.client.call(getDataset, { params: { id } }))).toMatchObject({ status });
  expect(endless.fetch).toHaveBeenCalledTimes(3);
});

test('retries no change without a key, and no other refusal', async () => {
  const writing = clientOf(busy(503));
  await errorOf(writing.client.call(createDataset, create));
  const refused = clientOf(busy(502));
  await errorOf(refused.client.call(getDataset, { params: { id } }));
  const offline = clientOf(new TypeError('fetch failed'));
  await errorOf(offline.client.call(getStatus));
  for (const { fetch } of [writing, refused, offline]) expect(fetch).toHaveBeenCalledOnce();
});

test('waits as long as Retry-After says', async () => {
  vi.useFakeTimers();
  const headers = { 'Retry-After': '20' };
  const { fetch, client } = clientOf(answer({}, { status: 429, headers }), answer(dataset));
  const reply = client.call(getDataset, { params: { id } });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(fetch).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await reply).toEqual(dataset);
  vi.useRealTimers();
});
