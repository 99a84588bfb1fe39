import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { readStackSettings } from '#tools/stack.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await temporaryFolder();
  vi.stubEnv('DATA_DIR', dataDir);
});
afterEach(() => vi.unstubAllEnvs());

test('an empty setting counts as not set, as in the programs themselves', () => {
  vi.stubEnv('PROXY_PORT', '');
  vi.stubEnv('SERVICE_PORT', '');
  expect(readStackSettings()).toEqual({ dataDir, proxyPort: 8080, servicePort: 8000 });
});

test.each([
  ['PROXY_SOCKET', { PROXY_SOCKET: '/run/cloakroom/proxy.sock' }],
  ['PROXY_TLS_CERT', { PROXY_TLS_CERT: 'cert.pem', PROXY_TLS_KEY: 'key.pem' }],
])('%s, a setting of a gateway, is refused', (setting, settings) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  expect(readStackSettings).toThrow(`${setting} is a setting of a gateway`);
});

test.each(['PROXY_PORT', 'SERVICE_PORT'])('a wrong %s is named, and nothing starts', (setting) => {
  vi.stubEnv(setting, 'eighty');
  expect(readStackSettings).toThrow(StartupError);
  expect(readStackSettings).toThrow(setting);
});
