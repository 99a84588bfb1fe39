/** Ada at a proxy before a lying service: the real one behind a double that changes its answers. */
import { liarBefore } from '#tests/law/support/liar.ts';
import { startService } from '#tests/service/support/service.ts';
import { adaAt } from './ada.ts';
import type { TestProxy } from './proxy.ts';

/** Starts a service, a lying double before it, and Ada's proxy before that. */
export async function startLying() {
  const service = await startService({ listen: true });
  const liar = await liarBefore(service.url);
  const others: TestProxy[] = [];
  const world = await adaAt(service, liar.url, async () => {
    for (const one of others) await one.close();
    await liar.close();
    await service.close();
  });
  return {
    ...world,
    liar,
    /** Starts a proxy of a test's own, which is closed with the world. */
    async proxyOn(start: () => Promise<TestProxy>): Promise<TestProxy> {
      const other = await start();
      others.push(other);
      return other;
    },
  };
}
