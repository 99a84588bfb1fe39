/** An interrupted upload is repeated after its sender has lost a key. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { numbersDefinition } from '../support/numbers.ts';
import { actor, begunWith, startProxy } from '../support/proxy.ts';
import { startProxyStack } from '../support/proxyStack.ts';

const world = await startProxyStack();
afterAll(() => world.close());

test('a repeat is refused with the missing key, and the proxy answers the next call', async () => {
  const { service, proxy, owner } = world;
  const schema = await world.schemaOf(numbersDefinition);
  const { who } = await world.colleague();
  await world.enrol(schema.id, 'owners', who);
  const dataDir = await temporaryFolder();
  const keyringIn = (folder: string, user: string) =>
    openKeyrings(join(folder, 'keyrings'), { cost: minCost }).forUser(user, () => Promise.resolve());
  const [given, received] = [
    await keyringIn(proxy.dataDir, owner.user.id),
    await keyringIn(dataDir, who.user.id),
  ];
  await received.addOverride(schema.id, '__query', new Map([[1, given.queryKey(schema.id, 1)]]));
  await received.addOverride(schema.id, 'number', new Map([[1, given.fieldKey(schema.id, 'number', 1)]]));
  const own = await startProxy(service.url, dataDir);
  const colleague = actor(own, who.headers);
  const key = { [idempotencyKeyHeader]: randomUUID() };

  const abort = new AbortController();
  const first = colleague.upload(schema.id, begunWith('number\n1\n'), 'text/csv', {
    headers: key,
    signal: abort.signal,
  });
  await expect.poll(() => colleague.jobs(), pollTimeout).toMatchObject([{ status: 'uploading' }]);
  abort.abort();
  await first.catch(() => undefined);
  await expect
    .poll(() => colleague.jobs(), pollTimeout)
    .toMatchObject([{ status: 'failed', interrupted: true }]);
  expect((await colleague.send('DELETE', `/api/materials/overrides/${schema.id}:number/`)).status).toBe(204);

  const create = () =>
    colleague.send('POST', '/api/records/', { schema: schema.url, data: { number: 1 } }, key);
  expect((await create()).status).toBe(422);
  expect((await create()).status).toBe(422);
  await own.close();
});
