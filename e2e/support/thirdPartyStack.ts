/** A stack whose console is built with all integrations, and the server that replaces the third parties. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from './stack.ts';
import { thirdPartySettings, startThirdPartyServer, type ThirdPartyServer } from './thirdParty.ts';

export const test = base.extend<object, { thirdParty: ThirdPartyServer; stackEnv: NodeJS.ProcessEnv }>({
  thirdParty: [
    async ({}, use) => {
      const thirdParty = await startThirdPartyServer();
      await use(thirdParty);
      await thirdParty.close();
    },
    { scope: 'worker' },
  ],
  stackEnv: [
    async ({ thirdParty, ports }, use) => {
      const consoleDir = mkdtempSync(join(tmpdir(), 'cloakroom-console-'));
      const settings = thirdPartySettings(thirdParty.url, `localhost:${ports.proxyPort}`);
      execFileSync(
        process.execPath,
        [
          'node_modules/vite/bin/vite.js',
          'build',
          '--logLevel',
          'error',
          '--emptyOutDir',
          '--outDir',
          consoleDir,
        ],
        { env: { ...process.env, ...settings } },
      );
      await use({ ...settings, CONSOLE_DIR: consoleDir });
      rmSync(consoleDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
