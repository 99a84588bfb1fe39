import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig, settings } from '@cloakroom/proxy/config.ts';

test('listens on this machine by default, before a service on this machine', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 8080, upstream: 'http://127.0.0.1:8000', logLevel: 'info' });
  expect(config.indexCacheBytes).toBe(256 * 1024 * 1024);
  expect(config.keyringDir).toBe(`${config.dataDir}/keyrings`);
  expect(readConfig({ PROXY_PORT: '', UPSTREAM: '' })).toEqual(config);
});

test('reduces the service’s address to its origin', () => {
  expect(readConfig({ UPSTREAM: 'https://example.org/' }).upstream).toBe('https://example.org');
});

test('has no public address unless one is set, and reduces it to its origin', () => {
  expect(readConfig({ PROXY_PUBLIC_URL: '' }).publicUrl).toBeUndefined();
  expect(readConfig({ PROXY_PUBLIC_URL: 'https://example.org/a' }).publicUrl).toBe('https://example.org');
});

test.each(['0.0.0.0', '::', '192.168.0.7', 'example.org'])(
  'refuses HOST=%s, which other machines could reach',
  (HOST) => {
    expect(() => readConfig({ HOST })).toThrow(/HOST is .* this machine only/);
  },
);

test.each(['127.0.0.1', 'localhost', '::1'])('accepts HOST=%s', (HOST) => {
  expect(() => readConfig({ HOST })).not.toThrow();
});

test.each([
  { PROXY_PORT: 'many' },
  { PROXY_PORT: '70000' },
  { UPSTREAM: 'ftp://x' },
  { PROXY_PUBLIC_URL: 'ftp://x' },
  { LOG_LEVEL: 'loud' },
  { INDEX_MEMORY: '3' },
])('names a wrong setting: %o', (env) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`The setting ${Object.keys(env)[0] ?? ''} is wrong`));
});

test('documents every setting in the example file and in the operating manual', () => {
  for (const file of ['.env.example', 'docs/operations.md']) {
    const names = new Set(readFileSync(file, 'utf8').match(/\b[A-Z][A-Z_]+\b/g));
    expect(Object.keys(settings.shape).filter((name) => !names.has(name))).toEqual([]);
  }
});
