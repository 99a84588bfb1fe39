/** A second machine: a proxy with its own keyrings, in front of the same service. */
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../../tools/program.ts';
import { waitUntilOk, freePort } from '../../tools/stack.ts';
import { test as base } from './stack.ts';

export { expect, signIn } from './stack.ts';

type SecondMachine = {
  /** The URL of the console on the second machine. */
  elsewhere: string;
};

export const test = base.extend<object, SecondMachine>({
  elsewhere: [
    async ({ stack }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'cloakroom-elsewhere-'));
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const proxy = startProgram({
        entry: 'packages/proxy/main.ts',
        env: { DATA_DIR: dataDir, PROXY_PORT: String(port), UPSTREAM: stack.serviceUrl },
        output: openSync(join(dataDir, 'proxy.log'), 'a'),
      });
      await waitUntilOk(`${url}/api/status/`);
      await use(url);
      await proxy.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
