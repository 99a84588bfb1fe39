/** Where a proxy may listen, by its settings; and how a memory budget is divided. */
import { describe, expect, test } from 'vitest';
import { readConfig } from '@cloakroom/proxy/config.ts';
import { addressesOf } from '@cloakroom/proxy/gateway/addresses.ts';
import { memoryLimits, minMemoryMegabytes } from '@cloakroom/proxy/memoryBudget.ts';

const tls = { PROXY_TLS_CERT: '/etc/tls.crt', PROXY_TLS_KEY: '/etc/tls.key' };
const hosts = { PROXY_ALLOWED_HOSTS: 'db1.example.org' };

test.each([
  [{ PROXY_HOST: '10.0.0.5', ...tls, ...hosts }, { listenHost: '10.0.0.5', tls: { certFile: '/etc/tls.crt', keyFile: '/etc/tls.key' } }], // prettier-ignore
  [
    { PROXY_HOST: '::', ...tls, ...hosts },
    { listenHost: '::', allowedHosts: ['db1.example.org'] },
  ],
  [{ PROXY_HOST: '127.0.0.1' }, { listenHost: '127.0.0.1', tls: undefined }],
  [{ ...tls }, { listenHost: undefined, allowedHosts: [] }],
  [{ PROXY_SOCKET: '/run/cloakroom/proxy.sock' }, { socket: '/run/cloakroom/proxy.sock' }],
  [{ PROXY_ALLOWED_HOSTS: 'A.example:8443, [fd00::1], b.example' }, { allowedHosts: ['a.example:8443', '[fd00::1]', 'b.example'] }], // prettier-ignore
])('accepts %o', (env, expected) => {
  expect(readConfig(env)).toMatchObject(expected);
});

test.each([
  [{ PROXY_HOST: '0.0.0.0' }, /^PROXY_HOST is 0\.0\.0\.0, which other machines reach, and the proxy answers in plain text/], // prettier-ignore
  [{ PROXY_HOST: '10.0.0.5', ...hosts }, /in plain text: set PROXY_TLS_CERT and PROXY_TLS_KEY, or use PROXY_SOCKET\.$/], // prettier-ignore
  [{ PROXY_HOST: '10.0.0.5', ...tls }, /set PROXY_ALLOWED_HOSTS/],
  [
    { PROXY_HOST: 'db1.example.org', ...tls, ...hosts },
    /The setting PROXY_HOST is wrong: write an IP address/,
  ],
  [{ PROXY_TLS_CERT: '/etc/tls.crt' }, /^A certificate needs its key/],
  [{ PROXY_SOCKET: '/run/p.sock', PROXY_HOST: '127.0.0.1' }, /^PROXY_SOCKET and PROXY_HOST are both set/],
  [{ PROXY_SOCKET: '/run/p.sock', ...tls }, /^PROXY_SOCKET and PROXY_TLS_CERT are both set/],
  [{ PROXY_SOCKET: `/run/${'x'.repeat(110)}` }, /^PROXY_SOCKET: the path .* is longer than the 103 bytes/],
  [{ PROXY_ALLOWED_HOSTS: 'https://db1.example.org' }, /The setting PROXY_ALLOWED_HOSTS is wrong/],
  [{ PROXY_ALLOWED_HOSTS: '*' }, /The setting PROXY_ALLOWED_HOSTS is wrong/],
  [{ KEYRING_PASSPHRASE_FILE: '/a', KEYRING_PASSPHRASE_COMMAND: 'b' }, /are both set/],
  [{ PROXY_MEMORY_MB: '1024', INDEX_MEMORY: '256' }, /^PROXY_MEMORY_MB and INDEX_MEMORY are both set/],
  [{ PROXY_MEMORY_MB: '415' }, /The setting PROXY_MEMORY_MB is wrong/],
])('refuses %o', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});

describe('addresses', () => {
  const hostsOf = (...args: Parameters<typeof addressesOf>) => addressesOf(...args).map(({ host }) => host);
  test('are those of this machine without settings, with the port of the connection', () => {
    expect(addressesOf({ allowed: [], isTls: false }, 8080)).toEqual([
      { host: 'localhost:8080', origin: 'http://localhost:8080' },
      { host: '127.0.0.1:8080', origin: 'http://127.0.0.1:8080' },
      { host: '[::1]:8080', origin: 'http://[::1]:8080' },
    ]);
  });
  test('leave the port of https out, as clients do', () => {
    const allowed = ['db1.example.org', 'db2.example.org:443', 'db3.example.org:8443', '[fd00::1]'];
    expect(hostsOf({ allowed, isTls: true }, 443).slice(3)).toEqual([
      'db1.example.org',
      'db2.example.org',
      'db3.example.org:8443',
      '[fd00::1]',
    ]);
    expect(hostsOf({ allowed, isTls: true }, 8080).slice(3)).toEqual([
      'db1.example.org:8080',
      'db2.example.org',
      'db3.example.org:8443',
      '[fd00::1]:8080',
    ]);
  });
});

describe('a memory budget', () => {
  const mb = 2 ** 20;
  /** What the limits add up to, with what the program and each thread take. */
  const sum = ({
    indexCacheBytes,
    groupCacheBytes,
    partCacheBytes,
    sealThreads,
  }: ReturnType<typeof memoryLimits>) =>
    (indexCacheBytes + groupCacheBytes + 3 * partCacheBytes) / mb + sealThreads * 96 + 256;

  test.each([minMemoryMegabytes, 512, 1024, 4096, 65_536])('of %i MB is not exceeded, and used', (budget) => {
    for (const cores of [1, 2, 16]) {
      const limits = memoryLimits(budget, 256, cores);
      expect(sum(limits)).toBeLessThanOrEqual(budget);
      expect(sum(limits)).toBeGreaterThan(budget - 1);
      expect(limits.sealThreads).toBeLessThanOrEqual(Math.min(4, cores));
      expect(limits.indexCacheBytes).toBeGreaterThanOrEqual(16 * mb);
    }
  });

  test('larger ones go to the index', () => {
    const [small, large] = [memoryLimits(2048, 256, 4), memoryLimits(8192, 256, 4)];
    expect(large).toMatchObject({ groupCacheBytes: 32 * mb, partCacheBytes: 48 * mb, sealThreads: 4 });
    expect(large.indexCacheBytes - small.indexCacheBytes).toBeGreaterThan(6000 * mb);
  });

  test('is absent by default: the index has INDEX_MEMORY', () => {
    expect(memoryLimits(undefined, 300, 2)).toEqual({
      indexCacheBytes: 300 * mb,
      groupCacheBytes: 32 * mb,
      partCacheBytes: 48 * mb,
      sealThreads: 2,
    });
    expect(readConfig({ INDEX_MEMORY: '64' }).indexCacheBytes).toBe(64 * mb);
  });
});
