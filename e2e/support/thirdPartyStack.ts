/** A stack whose console is built with every integration on, and the server that plays their makers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from './stack.ts';
import { settingsFor, startStrangers, type Strangers } from './strangers.ts';

export const test = base.extend<object, { strangers: Strangers; stackEnv: NodeJS.ProcessEnv }>({
  strangers: [
    async ({}, use) => {
      const strangers = await startStrangers();
      await use(strangers);
      await strangers.close();
    },
    { scope: 'worker' },
  ],
  stackEnv: [
    async ({ strangers, ports }, use) => {
      const console = mkdtempSync(join(tmpdir(), 'cloakroom-console-'));
      const settings = settingsFor(strangers.url, `localhost:${ports.proxyPort}`);
      execFileSync(
        process.execPath,
        [
          'node_modules/vite/bin/vite.js',
          'build',
          '--logLevel',
          'error',
          '--emptyOutDir',
          '--outDir',
          console,
        ],
        { env: { ...process.env, ...settings } },
      );
      await use({ ...settings, CONSOLE_DIR: console });
      rmSync(console, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
