/** The keys of texts: what equality is searched by, without the text. */
import sodium from 'sodium-native';
import { deriveKey } from './crypto/derive.ts';

/** `hits`: fewer while the cache was filled mean that the texts hardly repeat, so that the cache costs more than it saves. */
const cacheLimits = { values: 4096, length: 128, hits: 512 };

/**
 * A function that maps a field's texts to keys: the first 53 bits of BLAKE2b of the text, keyed for this field.
 * Recent short texts are cached, because most columns have repeated values; those of other columns are not.
 */
export function textKeysOf(queryKey: Uint8Array, field: string): (text: string) => number {
  const key = deriveKey(queryKey, 'key', field);
  const hash = Buffer.alloc(sodium.crypto_generichash_BYTES_MIN);
  let cache: Map<string, number> | null = new Map();
  let hits = 0;
  return (text) => {
    const known = cache?.get(text);
    if (known !== undefined) {
      hits++;
      return known;
    }
    const bytes = Buffer.from(text);
    sodium.crypto_generichash(hash, bytes, key);
    const keyword = hash.readUInt32BE(0) * 2 ** 21 + (hash.readUInt32BE(4) >>> 11);
    if (cache && text.length <= cacheLimits.length) {
      // A copy: a text cut out of a file's chunk would keep the whole chunk alive.
      cache.set(bytes.toString(), keyword);
      if (cache.size >= cacheLimits.values) {
        cache = hits < cacheLimits.hits ? null : new Map();
        hits = 0;
      }
    }
    return keyword;
  };
}
