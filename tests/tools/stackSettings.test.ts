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

test('treats an empty setting as unset, as the programs do', () => {
  vi.stubEnv('PROXY_PORT', '');
  vi.stubEnv('SERVICE_PORT', '');
  expect(readStackSettings()).toEqual({ dataDir, proxyPort: 8080, servicePort: 8000 });
});

test.each([
  ['PROXY_SOCKET', { PROXY_SOCKET: '/run/cloakroom/proxy.sock' }],
  ['PROXY_TLS_CERT', { PROXY_TLS_CERT: 'cert.pem', PROXY_TLS_KEY: 'key.pem' }],
])('rejects %s, a setting of a gateway', (setting, settings) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  expect(readStackSettings).toThrow(`${setting} is a setting of a gateway`);
});

test.each(['PROXY_PORT', 'SERVICE_PORT'])('names an invalid %s', (setting) => {
  vi.stubEnv(setting, 'eighty');
  expect(readStackSettings).toThrow(StartupError);
  expect(readStackSettings).toThrow(setting);
});
