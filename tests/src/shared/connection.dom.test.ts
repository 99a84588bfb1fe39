/** The state of the connection, derived from the results of calls. */
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

test('two failed calls in a row don’t change the state, but raise a doubt', () => {
  unanswered(2);
  expect(connection.get()).toBe('online');
  expect(connection.lastCallFailed()).toBe(true);
  connection.report(200);
  unanswered(2);
  expect(connection.get()).toBe('online');
});

test('loaded from the service, three failed calls mean that the service is down', () => {
  connection.setBehindProxy(false);
  unanswered(3);
  expect(connection.get()).toBe('service-down');
});

test('loaded from the proxy, three failed calls mean that the proxy is down', () => {
  connection.setBehindProxy(true);
  unanswered(3);
  expect(connection.get()).toBe('proxy-down');
});

test('a proxy that answers 503 is up, and the service is down', () => {
  connection.setBehindProxy(true);
  for (const status of [503, 502, 504]) connection.report(status);
  expect(connection.get()).toBe('service-down');
});

test('the state can change between service and proxy', () => {
  connection.setBehindProxy(true);
  unanswered(3);
  connection.report(503);
  expect(connection.get()).toBe('service-down');
  unanswered(1);
  expect(connection.get()).toBe('proxy-down');
});

test('while offline, one failure is enough, and a proxy’s 503 means that there is no network', () => {
  cable(false);
  connection.setBehindProxy(true);
  connection.report(503);
  expect(connection.get()).toBe('no-network');
});

test('offline the state stays online while calls are answered: a local proxy and service need no network', () => {
  cable(false);
  connection.setBehindProxy(true);
  connection.report(200);
  expect(connection.get()).toBe('online');
});

test('an error response counts as a response', () => {
  unanswered(2);
  for (const status of [401, 403, 404, 409, 422, 429, 500]) connection.report(status);
  expect(connection.lastCallFailed()).toBe(false);
});

test('one answer is enough to be online again, and listeners are called once', () => {
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
