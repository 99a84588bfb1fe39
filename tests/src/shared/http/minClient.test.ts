/** A console that is too old for the servers. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { getStatus } from '@cloakroom/contract/status.ts';
import { contractVersion, minClientHeader } from '@cloakroom/contract/version.ts';
import { call } from '#src/shared/http/call.ts';
import { http } from '#src/shared/http/http.ts';
import { Failure } from '#src/shared/failure.ts';

const status = { status: 'ok', api_version: contractVersion, behind_proxy: true };
const answering = (oldest: number) =>
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify(status), { headers: { [minClientHeader]: oldest.toString() } }),
  );
afterEach(() => vi.unstubAllGlobals());

test('an answer for this version or an older one is read', async () => {
  answering(contractVersion);
  expect(await call(getStatus)).toEqual(status);
});

test('an answer that requires a newer version is not read, and the page is notified once', async () => {
  const onEvent = vi.fn();
  onTestFinished(http.subscribe(onEvent));
  answering(contractVersion + 1);
  for (let times = 0; times < 2; times++) {
    const failure = Failure.from(await call(getStatus).catch((thrown: unknown) => thrown));
    expect([failure.code, failure.message]).toEqual([
      'outdated',
      'This version of the console is too old for the service. Update it to continue.',
    ]);
  }
  expect(onEvent).toHaveBeenCalledExactlyOnceWith({ type: 'client.outdated' });
  expect(http.outdated).toBe(true);
});
