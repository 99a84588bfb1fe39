/** Text keys: the keyed hashes by which strings are found in the index. */
import sodium from 'sodium-native';
import { deriveKey } from './crypto/derive.ts';

/** `hits`: with fewer while the cache was filled, strings hardly repeat, and the cache costs more than it saves. */
const cacheLimits = { values: 4096, length: 128, hits: 512 };

/**
 * Makes a function that maps a field's strings to keys: the first 53 bits of BLAKE2b of the string, keyed for this field.
 * Short strings are cached while they repeat, as in most columns.
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
    const textKey = hash.readUInt32BE(0) * 2 ** 21 + (hash.readUInt32BE(4) >>> 11);
    if (cache && text.length <= cacheLimits.length) {
      // A copy: a substring of a file's chunk would keep the whole chunk in memory.
      cache.set(bytes.toString(), textKey);
      if (cache.size >= cacheLimits.values) {
        cache = hits < cacheLimits.hits ? null : new Map();
        hits = 0;
      }
    }
    return textKey;
  };
}
