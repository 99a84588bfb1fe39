/** The progress of a deleted schema's removal, for admins. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { SchemaRemoval } from '@cloakroom/contract/schemaRemovals.ts';
import { schemaRemovals, teamMembers } from '@cloakroom/service/db/schema.ts';
import { maxRowsPerTransaction, removeBatch } from '@cloakroom/service/modules/segments/removals.ts';
import { testSegment, type TestSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';

const service = await startService();
const { database } = service;
afterAll(() => service.close());
let world: World;
beforeEach(async () => {
  world = await makeWorld(service);
  const { admin } = world.people;
  await database.insert(teamMembers).values({ team: world.owners.id, user: admin.user.id });
});

const listAs = (person: World['people'][keyof World['people']]) =>
  world.call(person, 'GET', `/api/organizations/${world.organization}/schema-removals/`);
const list = async () =>
  (await listAs(world.people.admin)).json<unknown[]>().map((entry) => SchemaRemoval.parse(entry));
const remove = async () => {
  const answer = await world.call(world.people.admin, 'DELETE', `${world.schema.url}?records=true`);
  expect(answer.statusCode).toBe(204);
};

/** Locks the row of a block of a segment until the returned function is called. */
async function lockBlocks({ id }: TestSegment): Promise<() => Promise<void>> {
  const client = await database.$client.connect();
  await client.query('begin');
  await client.query('select 1 from blocks where segment = $1 for update', [Buffer.from(id, 'hex')]);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}
/** Locks a group of an upload in the same way. */
async function lockGroup({ entry }: TestSegment, number: number): Promise<() => Promise<void>> {
  const client = await database.$client.connect();
  await client.query('begin');
  const upload = Buffer.from(entry.ranges[0]!.upload, 'hex');
  await client.query('select 1 from record_groups where upload = $1 and number = $2 for update', [
    upload,
    number,
  ]);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test('shows how much of a large deleted schema remains until everything is removed', async () => {
  const count = 3 * maxRowsPerTransaction + 5;
  const segment = testSegment({ records: count, grouped: true, bytes: 8 });
  await world.upload(segment);
  // An upload that is under way belongs to the removal, and not to the records that the schema had.
  await world.put(testSegment({ records: 7, grouped: true }));
  const releases = [await lockGroup(segment, 640), await lockBlocks(segment)];
  try {
    await remove();
    const expected = {
      id: world.schema.id,
      organization: `/api/organizations/${world.organization}/`,
      dataset: `/api/datasets/${world.dataset.id}/`,
      name: world.schema.name,
      records: count,
    };
    // The batch from group 640 on waits, so one or two of three batches are done.
    await expect.poll(async () => (await list())[0]?.remaining, pollTimeout).toBeLessThan(0.7);
    const [removal, ...others] = await list();
    expect(others).toEqual([]);
    expect(removal).toMatchObject(expected);
    expect(removal!.remaining).toBeGreaterThan(0);
    expect(Date.parse(removal!.since)).toBeGreaterThan(Date.now() - 60_000);
    await releases.shift()!();
    // The records are removed, and the blocks are waiting.
    await expect.poll(async () => (await list())[0]?.remaining, pollTimeout).toBe(0);
  } finally {
    for (const release of releases) await release();
  }
  await expect.poll(list, pollTimeout).toEqual([]);
  await expect.poll(() => database.$count(schemaRemovals), pollTimeout).toBe(0);
});

test('is listed for admins only', async () => {
  const { admin, owner, dataOwner, requester, member, outsider } = world.people;
  const statuses = [admin, owner, dataOwner, requester, member, outsider].map(
    async (person) => (await listAs(person)).statusCode,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403, 403, 404]);
});

test('a small schema is removed immediately and never listed', async () => {
  await world.upload(testSegment({ records: 40, grouped: true }));
  await remove();
  expect([await list(), await database.$count(schemaRemovals)]).toEqual([[], 0]);
});

test('processes that end at the same time leave no entry behind', async () => {
  await world.upload(testSegment({ records: 2 * maxRowsPerTransaction, grouped: true, bytes: 8 }));
  await remove();
  await Promise.all(
    [1, 2, 3].map(async () => {
      while (await removeBatch(database));
    }),
  );
  // The service deletes too, and may have the last batch.
  await expect.poll(() => database.$count(schemaRemovals), pollTimeout).toBe(0);
});
