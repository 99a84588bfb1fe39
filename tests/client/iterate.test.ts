/** Lists as loops: a page is read when the loop comes to it. */
import { expect, test, vi } from 'vitest';
import { createClient } from '@cloakroom/client/client.ts';
import { iteratePages } from '@cloakroom/client/iterate.ts';
import type { PageRange } from '@cloakroom/client/paginate.ts';
import type { Fetch } from '@cloakroom/client/types.ts';
import { searchRecords } from '@cloakroom/contract/records.ts';
import { listOf } from './listOf.ts';

const all = async (pages: AsyncGenerator<{ items: number[] }>) => {
  const items: number[] = [];
  for await (const page of pages) items.push(...page.items);
  return items;
};
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);

test.each([
  ['with a total', 2500, 2500, 3],
  ['without one', 2500, null, 3],
  ['with a full last page and a total', 2000, 2000, 2],
  ['with a full last page and no total', 2000, null, 3],
  ['without items', 0, 0, 1],
])('reads a list %s to its end', async (_, length, total, calls) => {
  const list = listOf(length, total);
  expect(await all(iteratePages(list.read))).toEqual(upTo(length));
  expect(list.ranges).toHaveLength(calls);
});

test('reads no more than requested, from the requested offset', async () => {
  const list = listOf(100);
  expect(await all(iteratePages(list.read, { pageSize: 4, offset: 10, limit: 6 }))).toEqual(upTo(6, 10));
  expect(list.ranges).toEqual([
    { limit: 4, offset: 10 },
    { limit: 2, offset: 14 },
  ]);
});

test('reads no further page once the loop is left', async () => {
  const list = listOf(5000);
  for await (const page of iteratePages(list.read)) {
    expect(page.items).toHaveLength(1000);
    break;
  }
  expect(list.ranges).toHaveLength(1);
});

test('ends at a page without items, whatever the total says', async () => {
  const list = listOf(10, 1000);
  expect(await all(iteratePages(list.read, { pageSize: 10 }))).toEqual(upTo(10));
});

test('counts the items that a page omits because they are unreadable', async () => {
  const unreadable = new Set([3, 4, 5, 7]);
  const read = ({ limit, offset }: PageRange) => {
    const matches = upTo(10).slice(offset, offset + limit);
    const items = matches.filter((item) => !unreadable.has(item));
    return Promise.resolve({ items, total: 10, unreadable: matches.length - items.length });
  };
  const pages: number[][] = [];
  for await (const { items } of iteratePages(read, { pageSize: 3 })) pages.push(items);
  expect(pages).toEqual([[0, 1, 2], [6, 8], [9]]);
});

const rangeIn = (body: unknown) => JSON.parse(body as string) as PageRange;

test('pages through a search in its body', async () => {
  const record = (id: number) => ({
    ...{ id: String(id), url: '', schema: '', owner: '', data: {}, created: '' },
  });
  const fetch = vi.fn<Fetch>((_, { body }) => {
    const { limit, offset } = rangeIn(body);
    const items = upTo(5)
      .slice(offset, offset + limit)
      .map(record);
    return Promise.resolve(new Response(JSON.stringify(items), { headers: { 'X-Total-Count': '5' } }));
  });
  const client = createClient({ fetch });
  const ids: unknown[] = [];
  const search = { body: { schema: 'people', filters: [] } };
  for await (const item of client.iterate(searchRecords, search, { pageSize: 2 }))
    ids.push('id' in item && item.id);
  expect(ids).toEqual(['0', '1', '2', '3', '4']);
  expect(fetch.mock.calls.map(([url, { body }]) => [url, rangeIn(body)])).toEqual(
    [0, 2, 4].map((offset) => ['/api/records/search/', { ...search.body, limit: 2, offset }]),
  );
});
