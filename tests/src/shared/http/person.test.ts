/** A page speaks for its own person only, and hears nothing that was meant for one who has left. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listDatasets } from '@cloakroom/contract/datasets.ts';
import { getStatus } from '@cloakroom/contract/status.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { call } from '#src/shared/http/call.ts';
import { list } from '#src/shared/http/list.ts';
import { http } from '#src/shared/http/http.ts';
import { belongTo, dismiss } from '#src/shared/http/person.ts';
import { Failure } from '#src/shared/failure.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  belongTo(null);
});

/** A network that answers as told, and gives up a call when its signal says so, as a browser's does. */
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

test('each call says whom it is for; the question who is here says nothing', async () => {
  const headers = network(empty);
  await list(listDatasets);
  belongTo('ada');
  await list(listDatasets);
  await call(getSelf, { anyUser: true }).catch(() => undefined);
  expect(headers.map((each) => each['X-Expected-User'])).toEqual([undefined, 'ada', undefined]);
});

test('an answer that comes when its person has left is nobody’s, and nothing more is asked for them', async () => {
  let answer: (response: Response) => void = () => undefined;
  network(() => new Promise((resolve) => (answer = resolve)));
  belongTo('ada');
  const asked = list(listDatasets).catch(codeOf);
  await Promise.resolve();
  dismiss();
  answer(empty());
  expect(await asked).toBe('replaced');
  expect(await list(listDatasets).catch(codeOf)).toBe('replaced');
  network(() => new Response(JSON.stringify({ status: 'ok', api_version: 1, behind_proxy: true })));
  expect(await call(getStatus)).toMatchObject({ status: 'ok' });
  network(empty);
  belongTo('eve');
  expect((await list(listDatasets)).items).toEqual([]);
});

test('a call that was refused because somebody else is here says who that is; another conflict doesn’t', async () => {
  const told = vi.fn<(email: string | null) => void>();
  onTestFinished(
    http.subscribe((event) => {
      if (event.type === 'person.replaced') told(event.email);
    }),
  );
  belongTo('ada');
  const refusal = (headers: Record<string, string>) => () =>
    new Response(JSON.stringify({ detail: 'No.' }), { status: 409, headers });
  network(refusal({}));
  expect(await list(listDatasets).catch(codeOf)).toBe('conflict');
  expect(told).not.toHaveBeenCalled();
  network(refusal({ 'X-Signed-In-As': encodeURIComponent('eve@bücher.example') }));
  expect(await list(listDatasets).catch(codeOf)).toBe('replaced');
  expect(told).toHaveBeenCalledExactlyOnceWith('eve@bücher.example');
});
