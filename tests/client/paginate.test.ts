/** Lists longer than one page. */
import { expect, test, vi } from 'vitest';
import { createClient } from '@cloakroom/client/client.ts';
import { paginate, type PageRange } from '@cloakroom/client/paginate.ts';
import { listOrganizations } from '@cloakroom/contract/organizations.ts';
import { listOf } from './listOf.ts';

const offsets = ({ ranges }: { ranges: PageRange[] }) => ranges.map(({ offset }) => offset);

test('reads all pages, in order, whether or not they state a total', async () => {
  for (const total of [12_500, null]) {
    const list = listOf(12_500, total);
    expect(await paginate(list.read)).toEqual(Array.from({ length: 12_500 }, (_, at) => at));
    expect(list.ranges).toHaveLength(13);
  }
});

test('makes one call for a list that fits into one page, and another one after a full page without a total', async () => {
  const short = listOf(1000);
  await paginate(short.read);
  expect(offsets(short)).toEqual([0]);
  const full = listOf(1000, null);
  await paginate(full.read);
  expect(offsets(full)).toEqual([0, 1000]);
});

test('reads no more than requested, from the requested offset', async () => {
  for (const total of [500, null]) {
    const list = listOf(500, total);
    const items = await paginate(list.read, { limit: 25, pageSize: 10, offset: 3 });
    expect(items).toEqual(Array.from({ length: 25 }, (_, at) => 3 + at));
    expect(list.ranges.map(({ limit, offset }) => [limit, offset])).toEqual([[10, 3], [10, 13], [5, 23]]); // prettier-ignore
  }
  const none = listOf(500);
  expect(await paginate(none.read, { limit: 0 })).toEqual([]);
  expect(none.ranges).toEqual([]);
});

test('rejects a list of more items than allowed, by its total or by its pages', async () => {
  const message = 'The list has more than 200,000 items, which is more than can be read as a whole.';
  const huge = listOf(200_001);
  await expect(paginate(huge.read)).rejects.toMatchObject({ code: 'too-long', message });
  expect(huge.ranges).toHaveLength(1);
  const endless = listOf(Infinity, null);
  await expect(paginate(endless.read)).rejects.toMatchObject({ code: 'too-long', message });
  expect(endless.ranges).toHaveLength(201);
});

test.each([NaN, -1, 1.5, 1e300])('refuses the total %d', async (total) => {
  const error = {
    code: 'unreadable',
    message: `The list’s total is ${total}, which is not a valid number of items.`,
  };
  await expect(paginate(listOf(3, total).read)).rejects.toMatchObject(error);
});

test('lists all items of an endpoint', async () => {
  const fetch = vi.fn((_: string) =>
    Promise.resolve(new Response('[]', { headers: { 'X-Total-Count': '1001' } })),
  );
  expect(await createClient({ fetch }).listAll(listOrganizations)).toEqual([]);
  const url = '/api/organizations/?limit=1000&offset=';
  expect(fetch.mock.calls.map(([asked]) => asked)).toEqual([`${url}0`, `${url}1000`]);
});
