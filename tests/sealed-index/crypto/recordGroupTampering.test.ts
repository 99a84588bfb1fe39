/** Groups of records that were changed or moved. */
import { describe, expect, test } from 'vitest';
import { decodeGroup, encodeGroup, type SealedGroup } from '@cloakroom/wire/recordGroup.ts';
import { sealBytes } from '@cloakroom/sealed-index/crypto/aead.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import type { Value } from '@cloakroom/sealed-index/crypto/plaintext.ts';
import type { Values } from '@cloakroom/sealed-index/crypto/groupPlaintext.ts';
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
const sealed = (records: readonly Values[]) => decodeGroup(sealer.seal(address, records), fields.length);
const three: Values[] = [
  [{ type: 'n', text: '36' }, undefined, text('Ada')],
  [{ type: 'n', text: '85' }, undefined, text('Grace')],
  [undefined, text('London'), text('Ada')],
];

describe('the values of a field', () => {
  const group = sealed(three);
  const names = fields.map(({ name }) => name);
  /** Opens field 2, "name", as if it were at another place. */
  const openAt = ({
    at = address,
    from = group,
    field = 2,
    name = 'name',
    ...other
  }: {
    at?: GroupAddress;
    from?: SealedGroup;
    field?: number;
    name?: string;
    schema?: string;
    generation?: number;
    key?: Buffer;
  }) =>
    groupFieldOpener(
      { schema: other.schema ?? context.schema, generation: other.generation ?? context.generation },
      { name, key: other.key ?? fields[2]!.key },
    ).open(at, from, field);

  test('open at the place where they were sealed', () => {
    expect(openAt({})!(1)).toEqual(text('Grace'));
  });

  test.each<[string, Parameters<typeof openAt>[0]]>([
    ['in another upload', { at: { ...address, upload: Buffer.alloc(12, 8) } }],
    ['with an upload of another length', { at: { ...address, upload: Buffer.alloc(16, 7) } }],
    ['in another group', { at: { ...address, group: 4 } }],
    ['in a schema of another id', { schema: 'abcdefghijkmnopqrstuvx' }],
    ['in a schema of another length of id', { schema: 'abc' }],
    ['under another name of the field', { name: 'city' }],
    ['at another number of the field', { field: 1 }],
    [
      'moved to another number',
      { field: 1, from: { ...group, fields: [0, 2, 2].map((at) => group.fields[at]!) } },
    ],
    ['at a number that the schema lacks', { field: 3 }],
    ['in another generation', { generation: 2 }],
    ['with another key', { key: fields[1]!.key }],
    ['with fewer records', { from: { ...group, records: 2 } }],
    ['with more records', { from: { ...group, records: 4 } }],
    ['with no salt', { from: { ...group, salt: new Uint8Array(22) } }],
    ['with the salt of another group', { from: { ...group, salt: sealed(three).salt } }],
    ['with the salt of another group of other records', { from: { ...group, salt: sealed([[]]).salt } }],
    ['without bytes', { from: { ...group, fields: [...group.fields.slice(0, 2), new Uint8Array()] } }],
  ])('are refused %s', (_, place) => {
    expect(openAt(place)).toBeNull();
  });

  test('are refused if they are swapped with those of another field', () => {
    for (const [one, opener] of openers.entries())
      for (const other of names.keys()) {
        const swapped = group.fields.slice();
        swapped[one] = group.fields[other]!;
        swapped[other] = group.fields[one]!;
        const isSame = one === other;
        expect(opener.open(address, { ...group, fields: swapped }, one) !== null).toBe(isSame);
      }
  });

  test('are refused if the field before them is dropped', () => {
    const fewer = { ...group, fields: group.fields.slice(1) };
    for (const [at, opener] of openers.entries()) {
      expect(opener.open(address, fewer, at)).toBeNull();
      if (at > 0) expect(opener.open(address, fewer, at - 1)).toBeNull();
    }
  });

  test('are refused if they come from an earlier group of the same place', () => {
    const earlier = sealed(three);
    const mixed = { ...group, fields: [group.fields[0]!, group.fields[1]!, earlier.fields[2]!] };
    expect(openAt({ from: mixed })).toBeNull();
    expect(openers[0]!.open(address, mixed, 0)).not.toBeNull();
  });

  test('are refused if they are cut anywhere, or longer', () => {
    const whole = group.fields[2]!;
    const changed = (field: Uint8Array) => ({ ...group, fields: [...group.fields.slice(0, 2), field] });
    for (let length = 0; length < whole.length; length++)
      expect(openAt({ from: changed(whole.subarray(0, length)) })).toBeNull();
    expect(openAt({ from: changed(Buffer.concat([whole, Buffer.of(0)])) })).toBeNull();
    expect(openAt({ from: changed(whole) })).not.toBeNull();
  });

  test('are refused after a change of any bit of them, all fields after a change of the salt or of the number of records', () => {
    const bytes = encodeGroup(group);
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      const read = orNull(() => decodeGroup(changed, fields.length));
      // A change of one field leaves the others readable.
      const open = openers.map((opener, at) => read && opener.open(address, read, at) !== null);
      expect(open.filter((isOpen) => isOpen).length).toBeLessThanOrEqual(2);
      const isShared = bit >> 3 < 23;
      if (isShared) expect(open).not.toContain(true);
    }
  });

  /** Field 2 of a group of three records with this plaintext, which only a holder of the key can make. */
  const withPlaintext = (plain: Buffer) => {
    const { upload, group: at } = address;
    const associated = canonical('v2', context.schema, upload, at, 3, 'name', context.generation);
    const nonce = Buffer.concat([group.salt, Buffer.of(0, 2)]);
    const envelope = sealBytes(fields[2]!.key, associated, plain, nonce);
    return { ...group, fields: [...group.fields.slice(0, 2), envelope.subarray(24)] };
  };

  test.each([
    ['no bytes', ''],
    ['fewer values than records', '0380'],
    ['more values than records', '0000000080'],
    ['no padding', '000000'],
    ['another byte than 80 before the zeros', '00000001'],
    ['another byte than zero after the 80', '000000800001'],
    ['a value beyond the end', '0900000080'],
    ['a value beyond 32 bits', '8180808010000080'],
    ['a length that takes more bytes than it needs', '8000000080'],
    ['a text that is not UTF-8', '03ff000080'],
    ['a text that ends in a character', '03c3000080'],
    ['a character of two values', '03c303a90080'],
    ['half a surrogate pair', '07eda0bd000080'],
  ])('are refused if a holder of the key sealed %s', (_, hex) => {
    expect(openAt({ from: withPlaintext(Buffer.from(hex, 'hex')) })).toBeNull();
  });

  test('open with another length of padding', () => {
    const open = openAt({ from: withPlaintext(Buffer.from('05c3a9000080', 'hex')) })!;
    expect([0, 1, 2].map(open)).toEqual([text('é'), undefined, undefined]);
  });
});

function orNull<Result>(compute: () => Result): Result | null {
  try {
    return compute();
  } catch {
    return null;
  }
}
