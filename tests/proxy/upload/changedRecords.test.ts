/** A change of a record is made once, whatever is lost on the way: an answer, the connection, the proxy. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startRelayedProxyStack } from '../support/proxyStack.ts';
import { actor, startProxy } from '../support/proxy.ts';

const world = await startRelayedProxyStack();
const { wire, proxy, owner } = world;
let ada = world.ada;
afterAll(() => world.close());

const { id: schema } = await world.schemaOf({
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
});
await ada.uploaded(schema, JSON.stringify([{ name: 'Ada', age: 1 }]), 'application/json');
const { id } = (await ada.search({ schema })).records[0]!;
const present = async () => {
  const { records } = await ada.search({ schema });
  return (await ada.decrypt(records)).map((record) => [record.id, record.data.age]);
};
const put = (age: number, key = randomUUID()) =>
  ada.send('PUT', `/api/records/${id}/`, { data: { name: 'Ada', age } }, { 'idempotency-key': key });

test.each(['PUT /api/segments/', 'POST /api/manifests/'])('the answer to %s is lost', async (call) => {
  const lost = wire.loseAnswerTo(call);
  const age = 10 + call.length;
  const answer = await put(age);
  await lost;
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  expect(await present()).toEqual([[id, age]]);
});

test('the proxy ends while the service is away, at any moment of a change', async () => {
  let own = proxy;
  for (const [round, bytes] of [200, 1_500, 4_000, 8_000, 12_000, 20_000].entries()) {
    const [[, before] = []] = await present();
    const age = 1_000 + round;
    const key = randomUUID();
    const cut = wire.cutAfter(bytes);
    const sending = put(age, key).catch(() => null);
    await Promise.race([cut, sending]);
    await wire.cut();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await own.app.close();
    await sending;
    void wire.cutAfter(Infinity);
    await wire.mend();
    own = await startProxy(wire.url, own.dataDir);
    ada = actor(own, owner.headers);
    await expect
      .poll(
        async () => (await ada.jobs()).every(({ status }) => status === 'complete' || status === 'failed'),
        pollTimeout,
      )
      .toBe(true);
    const now = await present();
    expect(now).toHaveLength(1);
    expect([before, age]).toContain(now[0]![1]);
    const again = await put(age, key);
    expect([again.status, await again.text()]).toEqual([200, expect.any(String)]);
    expect(await present()).toEqual([[id, age]]);
  }
  await own.app.close();
}, 60_000);
