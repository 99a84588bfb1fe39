/** The service's settings. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readConfig, settings } from '@cloakroom/service/config.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

let dataDir: string;
beforeEach(async () => void (dataDir = await temporaryFolder()));

test('starts without any setting with the defaults, and a secret file that only its owner can read and that stays the same', async () => {
  const config = readConfig({ DATA_DIR: dataDir });
  expect(config).toMatchObject({
    SERVICE_PORT: 8000,
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    PUBLIC_URL: 'http://localhost:8080',
    SMTP_URL: '',
  });
  expect(config.SECRET).toBe(await readFile(join(dataDir, 'secret'), 'utf8'));
  expect(config.SECRET.length).toBeGreaterThanOrEqual(43);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
  expect(readConfig({ DATA_DIR: dataDir, SECRET: '' }).SECRET).toBe(config.SECRET);
});

test('uses a given secret and does not write it to a file', async () => {
  const secret = 's'.repeat(32);
  expect(readConfig({ DATA_DIR: dataDir, SECRET: secret }).SECRET).toBe(secret);
  await expect(stat(join(dataDir, 'secret'))).rejects.toThrow();
});

test('removes a trailing slash from PUBLIC_URL', () => {
  expect(
    readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://a.example/', SMTP_URL: 'smtp://mail' }).PUBLIC_URL,
  ).toBe('https://a.example');
});

test('leaves publicUrl undefined if PUBLIC_URL is empty', () => {
  expect(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: '' }).publicUrl).toBeUndefined();
  const url = 'http://localhost:8080';
  expect(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: url }).publicUrl).toBe(url);
});

test('names every wrong setting at once, with what to do', () => {
  const wrong = {
    DATA_DIR: dataDir,
    SERVICE_PORT: 'http',
    PUBLIC_URL: 'ftp://x',
    SECRET: 'short',
    LOG_LEVEL: 'loud',
  };
  expect(() => readConfig(wrong)).toThrow(
    /SERVICE_PORT: .* PUBLIC_URL: .* SECRET: needs at least 32 characters\. LOG_LEVEL: .* Correct these/,
  );
});

test('rejects a public address without a mail server, and accepts a loopback address', () => {
  expect(() => readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://a.example' })).toThrow(
    /^SMTP_URL is empty, but PUBLIC_URL is https:\/\/a\.example: .*Set SMTP_URL/,
  );
  expect(() => readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'http://[::1]:8080' })).not.toThrow();
});

test('names the setting of trusted load balancers that can’t be parsed', () => {
  expect(() => readConfig({ DATA_DIR: dataDir, TRUSTED_PROXIES: 'balancer' })).toThrow(
    /^TRUSTED_PROXIES: "balancer" is neither an address \(10\.0\.0\.5\) nor a network .* Correct these/,
  );
});

test.each([
  ['DATA_DIR', '/dev/null/data'],
  ['LOG_FILE', '/dev/null/log'],
  ['SERVICE_PORT', 'many'],
  ['DATABASE_URL', 'mysql://host/database'],
  ['DATABASE_POOL', '0'],
  ['SMTP_URL', 'mail.example.org'],
  ['STORE_URL', 'ftp://host/folder'],
])('names a wrong %s', (setting, value) => {
  expect(() => readConfig({ DATA_DIR: dataDir, [setting]: value })).toThrow(new RegExp(`^${setting}: `));
});

test('documents every setting in the example file and in the operating manual', async () => {
  for (const file of ['.env.example', 'docs/operations.md']) {
    const names = new Set((await readFile(file, 'utf8')).match(/\b[A-Z][A-Z_]+\b/g));
    expect(Object.keys(settings.shape).filter((name) => !names.has(name))).toEqual([]);
  }
});
