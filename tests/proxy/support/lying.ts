/** Ada at a proxy before a lying service: the real one behind a double that changes its answers. */
import { eq } from 'drizzle-orm';
import { schemas } from '@cloakroom/service/db/schema.ts';
import { liarBefore } from '#tests/law/support/liar.ts';
import { startService } from '#tests/service/support/service.ts';
import { adaAt } from './ada.ts';
import type { TestProxy } from './proxy.ts';

/** Starts a service, a lying double before it, and Ada's proxy before that. */
export async function startLying() {
  const service = await startService({ listen: true });
  const liar = await liarBefore(service.url);
  const others: TestProxy[] = [];
  let changes = 0;
  const world = await adaAt(service, liar.url, async () => {
    for (const one of others) await one.close();
    await liar.close();
    await service.close();
  });
  return {
    ...world,
    liar,
    /** Changes a schema's description at the service, so that proxies read the schema and its manifest again. */
    async outdate(schema: string): Promise<void> {
      const description = `Change ${(changes += 1)}`;
      await service.database.update(schemas).set({ description }).where(eq(schemas.id, schema));
    },
    /** Starts a proxy of a test's own, which is closed with the world. */
    async proxyOn(start: () => Promise<TestProxy>): Promise<TestProxy> {
      const other = await start();
      others.push(other);
      return other;
    },
  };
}
