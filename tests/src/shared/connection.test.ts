/** Who can be reached, as calls tell. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConnection, type ConnectionStore } from '#src/shared/connection.ts';

let connection: ConnectionStore;

const cable = (there: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there);
const unanswered = (times: number) => {
  for (let at = 0; at < times; at += 1) connection.report(undefined);
};

beforeEach(() => {
  connection = createConnection();
});
afterEach(() => vi.restoreAllMocks());

test('a bad network loses a call now and then: two in a row change nothing, but are reason to ask', () => {
  unanswered(2);
  expect(connection.get()).toBe('online');
  expect(connection.doubted()).toBe(true);
  connection.report(200);
  unanswered(2);
  expect(connection.get()).toBe('online');
});

test('loaded from the service, three calls without an answer mean that the service is away', () => {
  connection.learn(false);
  unanswered(3);
  expect(connection.get()).toBe('service-down');
});

test('loaded from the proxy, they mean that the proxy is', () => {
  connection.learn(true);
  unanswered(3);
  expect(connection.get()).toBe('proxy-down');
});

test('a proxy that answers 503 is there, the service is not', () => {
  connection.learn(true);
  for (const status of [503, 502, 504]) connection.report(status);
  expect(connection.get()).toBe('service-down');
});

test('which of the two is away may change', () => {
  connection.learn(true);
  unanswered(3);
  connection.report(503);
  expect(connection.get()).toBe('service-down');
  unanswered(1);
  expect(connection.get()).toBe('proxy-down');
});

test('without a cable one failure is enough, and a proxy’s 503 is the network’s fault', () => {
  cable(false);
  connection.learn(true);
  connection.report(503);
  expect(connection.get()).toBe('no-network');
});

test('without a cable nothing is said as long as calls are answered: a proxy and a service on this machine need none', () => {
  cable(false);
  connection.learn(true);
  connection.report(200);
  expect(connection.get()).toBe('online');
});

test('a refusal is an answer', () => {
  unanswered(2);
  for (const status of [401, 403, 404, 409, 422, 429, 500]) connection.report(status);
  expect(connection.doubted()).toBe(false);
});

test('one answer is enough to be back, and whoever listens is told', () => {
  unanswered(3);
  const listener = vi.fn();
  const unsubscribe = connection.subscribe(listener);
  connection.report(204);
  expect(connection.get()).toBe('online');
  expect(listener).toHaveBeenCalledOnce();
  connection.report(200);
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
});
