/** Leases for compactions: one holder at a time, until it is released or expires. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { leases } from '@cloakroom/service/db/schema.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
});
afterAll(() => service.close());

const [one, other] = ['1'.repeat(32), '2'.repeat(32)];
const send = async (method: 'POST' | 'DELETE', rest: string, body?: object) =>
  (await world.call(world.people.dataOwner, method, `${world.manifestUrl}lease/${rest}`, body)).statusCode;
const take = (holder: string) => send('POST', '', { holder, seconds: 60 });
const end = (holder: string) => send('DELETE', `?holder=${holder}`);

test('one holder excludes others and may renew', async () => {
  expect([await take(one), await take(other), await take(one)]).toEqual([204, 409, 204]);
});

test('a released lease is free; only its holder can release it', async () => {
  await take(one);
  expect([await end(other), await take(other)]).toEqual([204, 409]);
  expect([await end(one), await take(other)]).toEqual([204, 204]);
});

test('a lease of a crashed holder expires', async () => {
  await take(one);
  await service.database
    .update(leases)
    .set({ until: sql`now() - interval '1 second'` })
    .where(eq(leases.schema, world.schema.id));
  expect([await take(other), await take(one)]).toEqual([204, 409]);
});

test('of twenty simultaneous requests one gets it', async () => {
  const holders = Array.from({ length: 20 }, (_, i) => i.toString(16).padStart(32, '0'));
  const answers = await Promise.all(holders.map((holder) => take(holder)));
  expect(answers.filter((status) => status === 204)).toHaveLength(1);
});
