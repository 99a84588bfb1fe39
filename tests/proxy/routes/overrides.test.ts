/** The keys received from others, as a person's own proxy names them. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { actor } from '#tests/proxy/support/proxy.ts';
import { person, type Someone } from '#tests/service/support/people.ts';

const world = await startProxyStack();
const { service, proxy, owner: ada } = world;
const grace = await person(service);
afterAll(() => world.close());

const overrides = async (who: Someone, query = '') => {
  const answer = await actor(proxy, who.headers).send('GET', `/api/materials/overrides/${query}`);
  return {
    status: answer.status,
    names: (await answer.json()) as string[],
    total: answer.headers.get('x-total-count'),
  };
};

test('received keys are listed by name and by page, to their owner alone, without the keys', async () => {
  const schema = newId();
  const keyring = await openKeyrings(join(proxy.dataDir, 'keyrings'), { cost: minCost }).forUser(
    grace.user.id,
    async () => undefined,
  );
  for (const name of ['name', 'age', '__query'])
    await keyring.addOverride(schema, name, new Map([[1, Buffer.alloc(32, 7)]]));
  const all = [`${schema}:__query`, `${schema}:age`, `${schema}:name`];
  expect(await overrides(grace)).toEqual({ status: 200, names: all, total: '3' });
  expect(await overrides(grace, '?limit=1&offset=1')).toMatchObject({ names: [all[1]], total: '3' });
  expect((await overrides(ada)).names).toEqual([]);
});
