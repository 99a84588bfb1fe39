/** Values of neighbouring records that are sealed together. */
/// <reference lib="es2024.string" />
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import sodium from 'sodium-native';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { decodeGroup, type SealedGroup } from '@cloakroom/wire/recordGroup.ts';
import type { Value } from '@cloakroom/sealed-index/crypto/plaintext.ts';
import { paddedGroupLength, type Values } from '@cloakroom/sealed-index/crypto/groupPlaintext.ts';
import {
  groupFieldOpener,
  groupSealer,
  type GroupAddress,
} from '@cloakroom/sealed-index/crypto/recordGroup.ts';

const context = { schema: 'abcdefghijkmnopqrstuvw', generation: 1 };
const fields = ['age', 'city', 'name'].map((name, i) => ({ name, key: Buffer.alloc(32, i + 1) }));
const sealer = groupSealer({ ...context, queryKey: Buffer.alloc(32, 9) }, fields);
const openers = fields.map((field) => groupFieldOpener(context, field));
const address: GroupAddress = { upload: Buffer.alloc(12, 7), group: 3 };

const text = (value: string): Value => ({ type: 's', text: value });
const number = (value: string): Value => ({ type: 'n', text: value });
const sealed = (records: readonly Values[], at = address) =>
  decodeGroup(sealer.seal(at, records), fields.length);

/** The values of all records, by record and field. @throws if a field is refused. */
function opened(group: SealedGroup): (Value | undefined)[][] {
  const columns = openers.map((opener, field) => opener.open(address, group, field)!);
  return Array.from({ length: group.records }, (_, position) => columns.map((valueAt) => valueAt(position)));
}

const values = fc.option(
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map(text) },
    { weight: 2, arbitrary: fc.double({ noNaN: true }).map((value) => number(`${value}`)) },
    { weight: 2, arbitrary: fc.maxSafeNat().map((value) => number(`${value}`)) },
    { weight: 1, arbitrary: fc.stringMatching(/^-?[0-9]{1,18}$/).map(number) },
    { weight: 1, arbitrary: fc.constantFrom('', '\0', '\u0080', '\uFEFFx', '🎩'.repeat(20)).map(text) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('x', 'é', '€', '🎩'), fc.integer({ min: 15, max: 3000 }))
        .map(([unit, count]) => text(unit.repeat(count))),
    },
  ),
  { nil: undefined },
);
const groups = fc.array(fc.tuple(values, values, values), { minLength: 1, maxLength: recordsPerGroup });

const three: Values[] = [
  [number('36'), undefined, text('Ada')],
  [number('85'), undefined, text('Grace')],
  [undefined, text('London'), text('Ada')],
];

afterEach(() => vi.restoreAllMocks());

describe('a sealed group', () => {
  test('opens to the same values, whatever their types and lengths', () => {
    fc.assert(
      fc.property(groups, (records) => {
        expect(opened(sealed(records))).toEqual(records);
      }),
      { numRuns: 200 },
    );
  });

  test('opens to a text of megabytes', () => {
    const long = '🎩'.repeat(500_000);
    expect(opened(sealed([[undefined, text(long), text('')]]))).toEqual([[undefined, text(long), text('')]]);
  });

  test('has every field, also those without any value', () => {
    const { fields: ciphertexts } = sealed([[], []]);
    expect(ciphertexts.map(({ length }) => length)).toEqual([48, 48, 48]);
    expect(opened(sealed([[], []]))).toEqual(Array(2).fill([undefined, undefined, undefined]));
  });

  test('has no value beyond its records', () => {
    const valueAt = openers[2]!.open(address, sealed(three), 2)!;
    expect([3, 31, 255, -1].map(valueAt)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('has 1 to 32 records', () => {
    const records = (count: number) => Array.from({ length: count }, (): Values => [number('1')]);
    expect(sealed(records(32)).records).toBe(32);
    expect(() => sealed(records(33))).toThrow(new RangeError('A group has 1 to 32 records, not 33.'));
    expect(() => sealed([])).toThrow(RangeError);
  });

  test('refuses a value beyond the fields', () => {
    expect(() => sealed([[], [undefined, undefined, undefined, text('x')]])).toThrow(
      'more values than the 3',
    );
  });

  test('refuses a string with half a surrogate pair', () => {
    for (const half of ['\ud83c', 'a\udfa9', `${'x'.repeat(50)}\ud83c`])
      expect(() => sealed([[undefined, text(half)]])).toThrow(
        new RangeError('The text has half a surrogate pair, which UTF-8 cannot encode.'),
      );
  });

  test('refuses an upload that has not 12 bytes', () => {
    expect(() => sealed(three, { upload: Buffer.alloc(16), group: 0 })).toThrow(RangeError);
  });

  test('differs from the same values sealed again, in every field', () => {
    const groupsOfSame = Array.from({ length: 50 }, () => sealed(three));
    expect(new Set(groupsOfSame.map(({ salt }) => Buffer.from(salt).toString('hex'))).size).toBe(50);
    const ciphertexts = groupsOfSame.flatMap((group) =>
      group.fields.map((field) => Buffer.from(field).toString('hex')),
    );
    expect(new Set(ciphertexts).size).toBe(150);
  });

  test('contains no byte sequence of its plaintext', () => {
    const tokens = Array.from({ length: 32 }, () => randomBytes(8).toString('hex'));
    const bytes = Buffer.from(
      sealer.seal(
        address,
        tokens.map((token) => [number('123456789'), text('the same city'), text(token)]),
      ),
    );
    for (const token of [...tokens, '123456789', 'the same city']) {
      expect(bytes.includes(token)).toBe(false);
      expect(bytes.includes(token.slice(0, 6))).toBe(false);
    }
  });
});

describe('the salt of a group', () => {
  /** Resets the random numbers, as a restored snapshot of a virtual machine does. */
  const repeatRandom = () =>
    vi.spyOn(sodium, 'randombytes_buf').mockImplementation((bytes) => void bytes.fill(1));
  const saltOf = (records: readonly Values[], at = address) =>
    Buffer.from(sealed(records, at).salt).toString('hex');

  test('differs for other values and other places, also if random numbers repeat', () => {
    repeatRandom();
    const salts = [
      saltOf(three),
      saltOf(three.toReversed()),
      saltOf(three.slice(0, 2)),
      saltOf([...three, []]),
      saltOf(three, { ...address, group: 4 }),
      saltOf(three, { ...address, upload: Buffer.alloc(12, 8) }),
      saltOf([[text('36')], ...three.slice(1)]),
      saltOf([[number('36'), text('')], ...three.slice(1)]),
    ];
    expect(new Set(salts).size).toBe(salts.length);
    expect(saltOf(three)).toBe(salts[0]);
  });

  test('is drawn once for each group', () => {
    const drawn = vi.spyOn(sodium, 'randombytes_buf');
    for (let i = 0; i < 20; i++) sealed(three);
    expect(drawn).toHaveBeenCalledTimes(20);
  });
});

describe('the length of a field', () => {
  const lengthOf = (column: readonly (Value | undefined)[]) =>
    sealed(column.map((value): Values => [value])).fields[0]!.length;

  test('does not show which of the records have values', () => {
    const some = (isPresent: (position: number) => boolean) =>
      Array.from({ length: 32 }, (_, position) => (isPresent(position) ? number('1') : undefined));
    // Each value takes a byte more than none: 32 records without values have 32 bytes, padded to 64.
    const lengths = [
      () => false,
      (position: number) => position === 0,
      (position: number) => position < 16,
      (position: number) => position % 2 === 0,
      (position: number) => position < 31,
    ].map((isPresent) => lengthOf(some(isPresent)));
    expect(lengths).toEqual(Array(5).fill(64 + 16));
  });

  test('does not tell a number from a string, or an empty string from none', () => {
    expect(lengthOf([number('36')])).toBe(lengthOf([text('36')]));
    expect(lengthOf([text(''), undefined])).toBe(lengthOf([undefined, undefined]));
  });

  test('is that of the padded plaintext and the tag', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), (count) => {
        const plain = (2 * count + 1 < 128 ? 1 : 2 * count + 1 < 16_384 ? 2 : 3) + count;
        expect(lengthOf([text('x'.repeat(count))])).toBe(paddedGroupLength(plain) + 16);
      }),
    );
  });

  test('has few values, at most an eighth above the plaintext’s and a step of 16, below 64 bytes of 32', () => {
    const lengths = Array.from({ length: 100_000 }, (_, length) => length);
    const padded = lengths.map(paddedGroupLength);
    const isWrong = (to: number, length: number) =>
      to <= length ||
      to % (length < 64 ? 32 : 16) > 0 ||
      to > Math.max(length + (length < 64 ? 32 : 16), (length + 1) * 1.125);
    expect(lengths.filter((length) => isWrong(padded[length]!, length))).toEqual([]);
    expect(padded.toSorted((one, other) => one - other)).toEqual(padded);
    expect(new Set(padded).size).toBeLessThan(85);
  });
});
