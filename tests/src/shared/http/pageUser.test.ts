/** Calls are bound to the page's person, and answers for a person who has left are dropped. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listDatasets } from '@cloakroom/contract/datasets.ts';
import { getStatus } from '@cloakroom/contract/status.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { call, list } from '#src/shared/http/call.ts';
import { http } from '#src/shared/http/http.ts';
import { setPageUser, abortUserCalls } from '#src/shared/http/pageUser.ts';
import { Failure } from '#src/shared/failure.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  setPageUser(null);
});

/** A network that gives these answers, and aborts a call by its signal, as a browser does. */
function network(answer: () => Promise<Response> | Response) {
  const headers: Record<string, string>[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    headers.push(init.headers as Record<string, string>);
    const { signal } = init;
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal?.reason as Error);
      if (signal?.aborted) {
        stop();
        return;
      }
      signal?.addEventListener('abort', stop);
      void Promise.resolve(answer()).then(resolve);
    });
  });
  return headers;
}
const empty = () => new Response('[]', { headers: { 'X-Total-Count': '0' } });
const codeOf = (thrown: unknown) => Failure.from(thrown).code;

test('each call names its person, except the one that identifies the person', async () => {
  const headers = network(empty);
  await list(listDatasets);
  setPageUser('ada');
  await list(listDatasets);
  await call(getSelf, { anyUser: true }).catch(() => undefined);
  expect(headers.map((each) => each['X-Expected-User'])).toEqual([undefined, 'ada', undefined]);
});

test('drops a response that arrives after its person has left, and sends no more calls for them', async () => {
  let answer: (response: Response) => void = () => undefined;
  network(() => new Promise((resolve) => (answer = resolve)));
  setPageUser('ada');
  const asked = list(listDatasets).catch(codeOf);
  await Promise.resolve();
  abortUserCalls();
  answer(empty());
  expect(await asked).toBe('replaced');
  expect(await list(listDatasets).catch(codeOf)).toBe('replaced');
  network(() => new Response(JSON.stringify({ status: 'ok', api_version: 1, behind_proxy: true })));
  expect(await call(getStatus)).toMatchObject({ status: 'ok' });
  network(empty);
  setPageUser('eve');
  expect((await list(listDatasets)).items).toEqual([]);
});

test('reports who else is signed in if a call is rejected for that; other conflicts don’t', async () => {
  const onReplaced = vi.fn<(email: string | null) => void>();
  onTestFinished(
    http.subscribe((event) => {
      if (event.type === 'user.replaced') onReplaced(event.email);
    }),
  );
  setPageUser('ada');
  const refusal = (headers: Record<string, string>) => () =>
    new Response(JSON.stringify({ detail: 'No.' }), { status: 409, headers });
  network(refusal({}));
  expect(await list(listDatasets).catch(codeOf)).toBe('conflict');
  expect(onReplaced).not.toHaveBeenCalled();
  network(refusal({ 'X-Signed-In-As': encodeURIComponent('eve@bücher.example') }));
  expect(await list(listDatasets).catch(codeOf)).toBe('replaced');
  expect(onReplaced).toHaveBeenCalledExactlyOnceWith('eve@bücher.example');
});
