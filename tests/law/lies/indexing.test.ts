/** Searches by proxies that have no part of the index in memory, while the service lies about any part of it. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, vi } from 'vitest';
import { unreadableHeader } from '@cloakroom/contract/list.ts';
import { actor, startBeside } from '#tests/proxy/support/proxy.ts';
import type { Action } from './action.ts';
import { makeLiedHome } from './home.ts';
import { testLies } from './suite.ts';
import { unsignedReadingFields } from './unsignedFields.ts';
import { got, outcomeOf, startWorld } from './world.ts';

vi.useFakeTimers({ toFake: ['Date'] });
const world = await startWorld();
const { ada, liar, pool } = world;
const home = await makeLiedHome(world);
// A requester's proxy neither compacts nor rebuilds.
const rita = await world.member();
await ada.admit(home.schema, 'requesters', rita.who);
await world.widen(home.schema, ['__query', 'name', 'age', 'city']);
await ada.compareAndFulfilAll();
await rita.compareAndReceiveAll();
/** A proxy whose cache holds few blocks, so that they are read for each search. */
const smallCacheProxy = await startBeside(liar.url, rita.proxy, 2 ** 12);
afterAll(async () => {
  await smallCacheProxy.close();
  await home.close();
  await world.close();
});
for (const count of [40, 25]) await home.upload(count);

type By = { send: typeof rita.send };
const ritaWithSmallCache = actor(smallCacheProxy, rita.who.headers);

const found = (body: object, by: By = rita) =>
  got(by, 'POST', '/api/records/search/', { schema: home.schema.id, ...body });
/** The number of matches, the number of records reported as unreadable, and the decrypted page. */
const page = async (body: { partial?: boolean; [more: string]: unknown }, by?: By) => {
  const answer = await found(body, by);
  if (answer.status >= 400) return outcomeOf(answer);
  const opened = await got(by ?? rita, 'POST', `/api/records/decrypt/?partial=${body.partial ?? false}`, answer.body); // prettier-ignore
  return outcomeOf(opened, () => ({
    total: answer.headers.get('x-total-count'),
    unreadable: Number(answer.headers.get(unreadableHeader) ?? 0),
    opened: opened.body as Opened[],
  }));
};
const sum = async (filters: object[]) => outcomeOf(await found({ filters }));
const rome = { label: 'city', value: 'Rome' };
const old = { label: 'age', value: '>60' };
const segmentCalls = ['POST /api/segments/read/', 'POST /api/blocks/read/'];

type Opened = { id: string; data: object; damaged?: string[] };
const romans = new Map(home.rows.filter(({ row }) => row.city === 'Rome').map(({ id, row }) => [id, row]));
/** Whether the answer counts or names the omitted values, and the rest is right. */
const reportsMissingValues: Action['marks'] = (seen) => {
  const { total, unreadable, opened } = seen as { total: string; unreadable: number; opened: Opened[] };
  const isCounted = Number(total) + unreadable >= romans.size;
  return (
    isCounted &&
    opened.every(({ id, data, damaged = [] }) => {
      const row = romans.get(id);
      const read = Object.entries(row ?? {}).filter(([name]) => !damaged.includes(name));
      return row !== undefined && isDeepStrictEqual(data, Object.fromEntries(read));
    })
  );
};

const actions: Action[] = [
  {
    name: 'the first search of a new proxy',
    async run() {
      const proxy = await startBeside(liar.url, rita.proxy);
      const outcome = await page({ filters: [rome], limit: 5 }, actor(proxy, rita.who.headers));
      await proxy.close();
      return outcome;
    },
    calls: ['GET /api/manifests/:schema/'],
    maxLies: 40,
  },
  {
    name: 'a page of what matches',
    prepare: () => home.reseal(),
    run: () => page({ filters: [rome, old], order_by: '-age', limit: 5 }),
    calls: segmentCalls,
  },
  {
    name: 'a sum',
    prepare: () => home.reseal(),
    run: () => sum([rome, { label: 'age', value: 'sum(>=0)' }]),
    calls: segmentCalls,
    maxLies: 30,
  },
  {
    name: 'a search of what can be read',
    prepare: () => home.reseal(),
    run: () => page({ filters: [rome], limit: 10, partial: true }),
    marks: reportsMissingValues,
    calls: [...segmentCalls, 'POST /api/groups/read/'],
    maxLies: 30,
  },
  {
    name: 'a page of an index that is read for each search',
    run: () => page({ filters: [rome, old], order_by: 'age', limit: 5 }, ritaWithSmallCache),
    calls: ['POST /api/blocks/read/', 'POST /api/groups/read/'],
  },
];

testLies({ liar, pool, actions, unsignedFields: unsignedReadingFields, minLies: 150 });
