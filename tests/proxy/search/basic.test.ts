/** A script that sends hundreds of parallel calls with HTTP Basic through the proxy. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildService } from '@cloakroom/service/app.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { quickPasswords, startService, type TestService } from '#tests/service/support/service.ts';
import { actor, startProxy, type TestProxy } from '../support/proxy.ts';

const definition = { type: 'object' as const, properties: { name: { type: 'string' } } };
const [calls, workers] = [500, 64];

let world: TestService;
let service: Awaited<ReturnType<typeof buildService>>;
let proxy: TestProxy;
let owner: Someone;
/** How many times a password was hashed. */
let hashed = 0;

beforeAll(async () => {
  world = await startService();
  const real = quickPasswords();
  service = await buildService({
    database: world.database,
    config: world.config,
    mail: { send: () => Promise.resolve() },
    passwords: { ...real, verify: (hash, word) => (hashed++, real.verify(hash, word)) },
  });
  proxy = await startProxy(await service.listen({ host: '127.0.0.1', port: 0 }));
  owner = await person(world);
});

afterAll(async () => {
  await proxy.close();
  await service.close();
  await world.close();
});

test('five hundred searches by 64 workers hash the password once, and all succeed', async () => {
  const ada = actor(proxy, owner.headers);
  const { id: schema } = await ada.schema(owner.organization.id, definition);
  await ada.uploaded(schema, JSON.stringify([{ name: 'Ada' }, { name: 'Grace' }]), 'application/json');
  let left = calls;
  const found: number[] = [];
  const worker = async () => {
    while (left-- > 0) {
      const filters = [{ label: 'name', value: left % 2 ? 'Ada' : 'Nobody' }];
      found.push((await ada.search({ schema, filters })).total);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  expect(found).toHaveLength(calls);
  expect(found.filter((total) => total === 1)).toHaveLength(calls / 2);
  expect(hashed).toBe(1);
});
