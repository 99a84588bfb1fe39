/** Sealed values that a person may not decrypt are zeros, in every form in which records are sent. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { withheldFields } from '@cloakroom/contract/schemas.ts';
import { withoutValues } from '@cloakroom/service/modules/records/withholding.ts';
import { envelopeBytes } from '@cloakroom/wire/envelope.ts';
import { readGroupReference } from '@cloakroom/wire/groupReference.ts';
import { decodeGroup, encodeGroup } from '@cloakroom/wire/recordGroup.ts';
import { testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { makeWorld } from '#tests/service/support/world.ts';

const service = await startService();
const world = await makeWorld(service);
beforeAll(async () => {
  await world.upload(testSegment({ records: 2 }), testSegment({ records: 2, grouped: true }));
});
afterAll(() => service.close());

/** The bytes of a sealed value of a record in JSON. */
const bytesOf = (value: string) =>
  value.startsWith('v2.') ? readGroupReference(value).sample : envelopeBytes(value);
const isZero = (value: string) => bytesOf(value).every((byte) => byte === 0);
const listedBy = async (who: keyof typeof world.people) => {
  const url = `/api/records/?schema=${world.schema.id}`;
  return (await world.call(world.people[who], 'GET', url)).json<SealedRecord[]>();
};

describe('a list of records', () => {
  test('has zeros of the same length for those who may open nothing', async () => {
    const [full, zeros] = [await listedBy('dataOwner'), await listedBy('requester')];
    expect(zeros).toHaveLength(4);
    expect(full.flatMap(({ data }) => Object.values(data)).some(isZero)).toBe(false);
    expect(zeros.flatMap(({ data }) => Object.values(data)).every(isZero)).toBe(true);
    const lengths = (records: SealedRecord[]) =>
      records.map(({ id, data }) => [id, Object.entries(data).map(([name, { length }]) => [name, length])]);
    expect(lengths(zeros)).toEqual(lengths(full));
  });

  test('has the sealed values of the fields that a grant opens, and zeros of the others', async () => {
    await world.nameKeys({ __query: true, age: true });
    const full = await listedBy('dataOwner');
    const some = await listedBy('requester');
    expect(some.map(({ data }) => data.age)).toEqual(full.map(({ data }) => data.age));
    expect(some.every(({ data }) => isZero(data.name!))).toBe(true);
    await world.nameKeys({ __query: true });
    expect((await listedBy('requester')).every(({ data }) => isZero(data.age!))).toBe(true);
  });
});

describe('withoutValues', () => {
  const field = (byte: number) => new Uint8Array(20).fill(byte);
  const group = encodeGroup({ records: 2, salt: new Uint8Array(22).fill(7), fields: [field(1), field(2)] });

  test('leaves the form of a group and its other fields', () => {
    const { records, salt, fields } = decodeGroup(withoutValues(group, 2, new Set([1]))!, 2);
    expect([records, salt]).toEqual([2, new Uint8Array(22).fill(7)]);
    expect(fields).toEqual([field(1), field(0)]);
    expect(decodeGroup(group, 2).fields[1]).toEqual(field(2));
  });

  test('leaves a group unchanged if nothing is withheld, and a lost group lost', () => {
    expect(withoutValues(group, 2, new Set())).toBe(group);
    expect(withoutValues(undefined, 2, new Set([0]))).toBeUndefined();
  });

  test('withholds a damaged group as a whole', () => {
    expect(withoutValues(group.subarray(0, 40), 2, new Set([0]))).toBeUndefined();
  });
});

test('fields are withheld unless they may be decrypted', () => {
  const fields = ['age', 'name'];
  expect(withheldFields({ can_decrypt: true }, fields)).toEqual([]);
  expect(withheldFields({ can_decrypt: ['age'] }, fields)).toEqual(['name']);
  expect(withheldFields({ can_decrypt: false }, fields)).toEqual(fields);
});
