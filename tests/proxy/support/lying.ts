/** Ada at a proxy before a lying service: the real one behind a double that changes its answers. */
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { liarBefore } from '#tests/law/support/liar.ts';
import { person } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { actor, startProxy, type TestProxy } from './proxy.ts';

/** Starts a service, a lying double before it, and Ada's proxy before that. */
export async function startLying() {
  const service = await startService({ listen: true });
  const liar = await liarBefore(service.url);
  const proxy = await startProxy(liar.url);
  const owner = await person(service);
  const ada = actor(proxy, owner.headers);
  const others: TestProxy[] = [];
  let schemas = 0;
  return {
    service,
    liar,
    proxy,
    owner,
    ada,
    schemaOf: (definition: JsonSchema) =>
      ada.schema(owner.organization.id, definition, `Patients ${(schemas += 1)}`),
    /** Starts a proxy of a test's own, which is closed with the world. */
    async proxyOn(start: () => Promise<TestProxy>): Promise<TestProxy> {
      const other = await start();
      others.push(other);
      return other;
    },
    async close() {
      for (const one of [...others, proxy]) await one.close();
      await liar.close();
      await service.close();
    },
  };
}
