import { expect, test } from 'vitest';
import { readConfig } from '@cloakroom/proxy/config.ts';

test('without settings the proxy is on this machine, before a service on this machine', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 8080, upstream: 'http://127.0.0.1:8000', logLevel: 'info' });
  expect(config.indexMemory).toBe(256 * 1024 * 1024);
  expect(config.keyrings).toBe(`${config.dataDir}/keyrings`);
  expect(readConfig({ PROXY_PORT: '', UPSTREAM: '' })).toEqual(config);
});

test('the service’s address is kept as its origin', () => {
  expect(readConfig({ UPSTREAM: 'https://example.org/' }).upstream).toBe('https://example.org');
});

test.each(['0.0.0.0', '::', '192.168.0.7', 'example.org'])(
  'HOST=%s is refused: others could read along',
  (HOST) => {
    expect(() => readConfig({ HOST })).toThrow(/HOST is .* this machine only/);
  },
);

test.each(['127.0.0.1', 'localhost', '::1'])('HOST=%s is this machine', (HOST) => {
  expect(() => readConfig({ HOST })).not.toThrow();
});

test.each([
  { PROXY_PORT: 'many' },
  { PROXY_PORT: '70000' },
  { UPSTREAM: 'ftp://x' },
  { LOG_LEVEL: 'loud' },
  { INDEX_MEMORY: '3' },
])('a wrong setting is named: %o', (env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`The setting ${Object.keys(env)[0] ?? ''} is wrong`));
});
