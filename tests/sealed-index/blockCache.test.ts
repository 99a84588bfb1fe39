/** What the cache of opened blocks keeps and what it forgets. */
import { expect, test } from 'vitest';
import { BlockCache } from '@cloakroom/sealed-index/blockCache.ts';
import { plainBytes } from '@cloakroom/sealed-index/format.ts';

const block = () => Buffer.alloc(plainBytes);
/** A cache for so many blocks that holds those numbered from 0 on. */
function full(blocks: number): BlockCache {
  const cache = new BlockCache(blocks * plainBytes);
  for (let key = 0; key < blocks; key++) cache.set(key, block());
  return cache;
}
const held = (cache: BlockCache, keys: number) =>
  Array.from({ length: keys }, (_, key) => key).filter((key) => cache.peek(key));

test('a full cache forgets what was not used for longest', () => {
  const cache = full(4);
  cache.get(0);
  cache.get(2);
  cache.set(4, block());
  cache.set(5, block());
  expect(held(cache, 6)).toEqual([0, 2, 4, 5]);
});

test('a second chance is one chance', () => {
  const cache = full(3);
  [0, 1, 2].forEach((key) => cache.get(key));
  cache.set(3, block());
  expect(held(cache, 4)).toEqual([1, 2, 3]);
  cache.set(4, block());
  expect(held(cache, 5)).toEqual([2, 3, 4]);
});

test('looking at a block is not using it, and a forgotten one is gone', () => {
  const cache = full(3);
  cache.peek(0);
  cache.delete(1);
  cache.set(3, block());
  cache.set(4, block());
  expect(held(cache, 5)).toEqual([2, 3, 4]);
});
