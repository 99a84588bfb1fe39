/** Ada at a proxy in front of a lying service: a double changes the answers of the real one. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { schemas } from '@cloakroom/service/db/schema.ts';
import { liarBefore } from '#tests/law/support/liar.ts';
import { startService } from '#tests/service/support/service.ts';
import { proxyStackAt } from './proxyStack.ts';
import { actor, startBeside, type Actor, type TestProxy } from './proxy.ts';

/** The sentence of an answer that refuses what the service shows. */
export async function refusal(answer: Response): Promise<string> {
  expect(answer.status).toBe(422);
  return ((await answer.json()) as { detail: string }).detail;
}

/** Starts a service, a lying double before it, and Ada's proxy before that. */
export async function startLying() {
  const service = await startService({ listen: true });
  const liar = await liarBefore(service.url);
  const others: TestProxy[] = [];
  let changes = 0;
  const world = await proxyStackAt(service, liar.url, async () => {
    for (const one of others) await one.close();
    await liar.close();
    await service.close();
  });
  /** Starts a proxy of a test's own, which is closed with the world. */
  const proxyOn = async (start: () => Promise<TestProxy>): Promise<TestProxy> => {
    const other = await start();
    others.push(other);
    return other;
  };
  return {
    ...world,
    liar,
    /** Changes a schema's description at the service, so that proxies read the schema and its manifest again. */
    async outdate(schema: string): Promise<void> {
      const description = `Change ${(changes += 1)}`;
      await service.database.update(schemas).set({ description }).where(eq(schemas.id, schema));
    },
    proxyOn,
    /** Ada at another proxy, which has her keys and has seen no schema yet. */
    firstSeen: async (): Promise<Actor> =>
      actor(await proxyOn(() => startBeside(liar.url, world.proxy)), world.owner.headers),
  };
}
