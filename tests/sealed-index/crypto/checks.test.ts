/** Key checks and key proofs. */
import sodium from 'sodium-native';
import { describe, expect, test } from 'vitest';
import { queryKeyName } from '@cloakroom/contract/fields.ts';
import { fitsCheck, keyCheck } from '@cloakroom/sealed-index/crypto/checks.ts';

const key = Buffer.alloc(32, 7);
const schema = 'abcdefghijkmnopqrstuvw';
const check = keyCheck(key, schema, 'name');

describe('a key check', () => {
  test('uses a BLAKE2b that agrees with the published keyed test vector', () => {
    const hash = Buffer.alloc(64);
    sodium.crypto_generichash(hash, Buffer.alloc(0), Buffer.from(Array.from({ length: 64 }, (_, i) => i)));
    expect(hash.toString('hex')).toBe(
      '10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786' +
        'b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568',
    );
  });

  test('matches its own key, schema and name, and no other', () => {
    expect(fitsCheck(check, key, schema, 'name')).toBe(true);
    expect(fitsCheck(check, Buffer.alloc(32, 8), schema, 'name')).toBe(false);
    expect(fitsCheck(check, key, `${schema}x`, 'name')).toBe(false);
    expect(fitsCheck(check, key, schema, queryKeyName)).toBe(false);
  });

  test.each(['', 'zz', check.slice(1), `${check}00`, `${check}zz`, `${check.slice(2)}zz`])(
    'that is malformed matches nothing: "%s"',
    (malformed) => {
      expect(fitsCheck(malformed, key, schema, 'name')).toBe(false);
    },
  );
});
