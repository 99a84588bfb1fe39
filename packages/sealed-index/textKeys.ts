/** The keys of texts: what equality is searched by, without the text. */
import sodium from 'sodium-native';
import { deriveKey } from './crypto/derive.ts';

const cacheLimits = { values: 4096, length: 128 };

/**
 * A function that maps a field's texts to keys: the first 53 bits of BLAKE2b of the text, keyed for this field.
 * Recent short texts are cached, because most columns have repeated values.
 */
export function textKeysOf(queryKey: Uint8Array, field: string): (text: string) => number {
  const key = deriveKey(queryKey, 'key', field);
  const hash = Buffer.alloc(sodium.crypto_generichash_BYTES_MIN);
  let cache = new Map<string, number>();
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(text);
    sodium.crypto_generichash(hash, bytes, key);
    const keyword = hash.readUInt32BE(0) * 2 ** 21 + (hash.readUInt32BE(4) >>> 11);
    if (text.length <= cacheLimits.length) {
      if (cache.size >= cacheLimits.values) cache = new Map();
      // A copy: a text cut out of a file's chunk would keep the whole chunk alive.
      cache.set(bytes.toString(), keyword);
    }
    return keyword;
  };
}
