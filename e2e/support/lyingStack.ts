/** A stack whose service is behind a lying service, which can change its answers. Service workers are allowed. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lyingService, type LyingService } from '#tests/support/lyingService.ts';
import { startStack } from '../../tools/stack.ts';
import { test as base } from './stack.ts';

export { expect, signIn } from './stack.ts';
export type { LyingService } from '#tests/support/lyingService.ts';

export const test = base.extend<object, { liar: LyingService }>({
  liar: [
    async ({ ports }, use) => {
      const liar = await lyingService(`http://127.0.0.1:${ports.servicePort}`);
      await use(liar);
      await liar.close();
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ ports, liar }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'cloakroom-lying-'));
      // The embedded database runs as another user, who needs access.
      chmodSync(dataDir, 0o755);
      const stack = await startStack({ dataDir, ...ports, quiet: true, upstream: liar.url });
      await use(stack);
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  serviceWorkers: 'allow',
});
