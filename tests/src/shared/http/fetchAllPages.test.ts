/** Lists that are longer than one answer. */
import { expect, test } from 'vitest';
import { maxPageSize } from '@cloakroom/client/paginate.ts';
import { fetchAllPages } from '#src/shared/http/fetchAllPages.ts';

const items = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ id: String(from + at) }));
const listOf = (total: number) => {
  const asked: number[] = [];
  const page = async (offset: number) => {
    asked.push(offset);
    return { items: items(offset, Math.min(total, offset + maxPageSize)), total };
  };
  return { asked, page };
};

test('a short list takes one call, without a partial result', async () => {
  const { asked, page } = listOf(1000);
  const shown: unknown[] = [];
  expect((await fetchAllPages(page, (first) => shown.push(first))).items).toHaveLength(1000);
  expect(asked).toEqual([0]);
  expect(shown).toEqual([]);
});

test('the first page of a long list is reported while the others are fetched', async () => {
  const { asked, page } = listOf(2500);
  const shown: number[] = [];
  const all = await fetchAllPages(page, (first) => shown.push(first.items.length));
  expect(asked).toEqual([0, 1000, 2000]);
  expect(shown).toEqual([1000]);
  expect(all.items.map(({ id }) => Number(id))).toEqual(Array.from({ length: 2500 }, (_, at) => at));
});

test('an item that moved to another page meanwhile is listed once', async () => {
  const all = await fetchAllPages(async (offset) => ({
    items: items(Math.max(0, offset - 1), offset + 1000),
    total: 1500,
  }));
  expect(all.total).toBe(new Set(all.items.map(({ id }) => id)).size);
});

test('a list without a total has the length of what arrived', async () => {
  expect(await fetchAllPages(async () => ({ items: items(0, 3), total: null }))).toMatchObject({ total: 3 });
});
