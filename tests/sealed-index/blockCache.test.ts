/** Which opened blocks the cache evicts. */
import { expect, test } from 'vitest';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import { plainBytes } from '@cloakroom/sealed-index/format.ts';

const block = () => Buffer.alloc(plainBytes);
/** A cache for so many blocks, filled with those numbered from 0. */
function full(blocks: number): BlockCache {
  const cache = new BlockCache(blocks * plainBytes);
  for (let key = 0; key < blocks; key++) cache.set(key, block());
  return cache;
}
const held = (cache: BlockCache, keys: number) =>
  Array.from({ length: keys }, (_, key) => key).filter((key) => cache.peek(key));

test('a full cache evicts the least recently used block', () => {
  const cache = full(4);
  cache.get(0);
  cache.get(2);
  cache.set(4, block());
  cache.set(5, block());
  expect(held(cache, 6)).toEqual([0, 2, 4, 5]);
});

test('a used block survives one eviction round only', () => {
  const cache = full(3);
  [0, 1, 2].forEach((key) => cache.get(key));
  cache.set(3, block());
  expect(held(cache, 4)).toEqual([1, 2, 3]);
  cache.set(4, block());
  expect(held(cache, 5)).toEqual([2, 3, 4]);
});

test('inspecting a block does not count as use, and an evicted one is gone', () => {
  const cache = full(3);
  cache.peek(0);
  cache.delete(1);
  cache.set(3, block());
  cache.set(4, block());
  expect(held(cache, 5)).toEqual([2, 3, 4]);
});
