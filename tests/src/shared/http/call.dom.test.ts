/** The HTTP client: its requests, and its result for each answer. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { login } from '@cloakroom/contract/accounts.ts';
import { createDataset, getDataset, listDatasets } from '@cloakroom/contract/datasets.ts';
import { changePassword } from '@cloakroom/contract/passwords.ts';
import { getStatus } from '@cloakroom/contract/status.ts';
import { call, list } from '#src/shared/http/call.ts';
import { Failure } from '#src/shared/failure.ts';

const id = '2222222222222222222222';
const dataset = {
  id,
  url: `/api/datasets/${id}/`,
  organization: '/api/organizations/x/',
  name: 'People',
  slug: 'people',
  description: '',
  created: '2026-01-01T00:00:00Z',
};
const answer = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);
const network = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => vi.stubGlobal('fetch', network));
afterEach(() => {
  network.mockReset();
  document.cookie = 'csrftoken=; max-age=0';
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('the call should have failed'),
    (thrown: unknown) => Failure.from(thrown),
  );

test('a call fills in its path and query and asks for JSON of this origin', async () => {
  network.mockResolvedValue(answer([dataset], { headers: { 'X-Total-Count': '7' } }));
  await list(listDatasets, { query: { organization: id, limit: 10 } });
  const [address, init] = network.mock.calls[0]!;
  expect(address).toBe(`/api/datasets/?organization=${id}&limit=10`);
  expect(init).toMatchObject({
    method: 'GET',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
  });
});

test('an unsafe call carries the token from the cookie', async () => {
  document.cookie = 'csrftoken=from-cookie';
  network.mockResolvedValue(answer(dataset, { status: 201 }));
  await call(createDataset, { body: { name: 'People', organization: id } });
  expect(network).toHaveBeenCalledOnce();
  expect(network.mock.calls[0]![1].headers).toMatchObject({ 'X-CSRFToken': 'from-cookie' });
});

test('without the cookie an unsafe call first fetches a token', async () => {
  network.mockImplementation(async (address) =>
    address === '/api/csrf/' ? answer({ csrfToken: 'asked' }) : answer({ detail: 'Welcome.' }),
  );
  await call(login, { body: { login: 'ada@example.org', password: 'x' } });
  expect(network.mock.calls.map(([address]) => address)).toEqual(['/api/csrf/', '/api/accounts/login/']);
  expect(network.mock.calls[1]![1].headers).toMatchObject({ 'X-CSRFToken': 'asked' });
});

test('lists are read in both shapes: an array with X-Total-Count, and count with results', async () => {
  network.mockResolvedValueOnce(answer([dataset], { headers: { 'X-Total-Count': '7' } }));
  expect(await list(listDatasets)).toEqual({ items: [dataset], total: 7 });
  network.mockResolvedValueOnce(answer({ count: 9, results: [dataset] }));
  expect(await list(listDatasets)).toEqual({ items: [dataset], total: 9 });
});

test.each([
  [400, 'invalid'],
  [401, 'signed-out'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [405, 'no-proxy'],
  [409, 'conflict'],
  [422, 'invalid'],
  [503, 'unavailable'],
  [500, 'unexpected'],
])('status %i is the failure %s', async (status, code) => {
  network.mockResolvedValue(answer({ detail: 'No.' }, { status }));
  expect(await failureOf(call(getDataset, { params: { id } }))).toMatchObject({ code, status });
});

test('an answer above 399 is logged with method, path and status, without the query', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  network.mockResolvedValue(answer({ detail: 'Refused.' }, { status: 403 }));
  await failureOf(list(listDatasets, { query: { organization: id } }));
  expect(log.mock.calls).toEqual([['GET /api/datasets/ 403']]);
  network.mockResolvedValue(answer(dataset));
  await call(getDataset, { params: { id } });
  expect(log).toHaveBeenCalledTimes(1);
});

test('a failure has the errors of each field', async () => {
  document.cookie = 'csrftoken=x';
  const errors = { password: ['A password has at least 8 characters.'] };
  network.mockResolvedValue(answer({ detail: 'Bad input.', errors }, { status: 400 }));
  const body = { old_password: 'a', password: 'b', password_confirm: 'b' };
  expect((await failureOf(call(changePassword, { body }))).errors).toEqual(errors);
});

test('describes a response that is not JSON by its status', async () => {
  network.mockResolvedValue(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
  const failure = await failureOf(call(getStatus));
  expect(failure).toMatchObject({ code: 'unavailable', message: 'The service answered 502 Bad Gateway.' });
});

test('a call without a response is offline', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  expect((await failureOf(call(getStatus))).code).toBe('offline');
});

test('an aborted call rejects with AbortError', async () => {
  const control = new AbortController();
  network.mockImplementation(() => {
    control.abort();
    return Promise.reject(control.signal.reason as Error);
  });
  await expect(call(getStatus, { signal: control.signal })).rejects.toHaveProperty('name', 'AbortError');
});

test('rejects a response that violates the contract', async () => {
  network.mockResolvedValue(answer({ ...dataset, name: 5 }));
  expect((await failureOf(call(getDataset, { params: { id } }))).code).toBe('unexpected');
});

test('a failure keeps its code and status when it leaves a worker', () => {
  const { name, message } = new Failure('invalid', 'The keys don’t fit.', { status: 422 });
  const crossed = Object.assign(new Error(message), { name });
  expect(Failure.from(crossed)).toMatchObject({
    code: 'invalid',
    status: 422,
    message: 'The keys don’t fit.',
  });
});
