/** A store that lies yields an error that names what was refused, never a wrong answer. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { labelBytes } from '@cloakroom/contract/segments.ts';
import { headerNumber } from '@cloakroom/sealed-index/format.ts';
import { IndexReader } from '@cloakroom/sealed-index/reader.ts';
import { IndexRefused } from '@cloakroom/sealed-index/refused.ts';
import { openBlock, sealBlock, segmentKeys, sortedLabels } from '@cloakroom/sealed-index/sealing.ts';
import { MemoryStore } from './support/memoryStore.ts';
import { oracleOf } from './support/oracle.ts';
import { fields, queryOf, rowAt } from './support/queries.ts';
import { makeWorld, type World } from './support/world.ts';

const world: World = makeWorld(fields, [700, 300, 20], rowAt);
const oracle = oracleOf(world);
const blockNames: string[] = [...world.store.storedBlocks.keys()];
const headerNames = [...world.store.storedHeaders.keys()];

/** A copy of the store to tamper with, and a reader that has never seen the true one. */
function copied() {
  const store = new MemoryStore();
  for (const sealed of world.sealed) store.add(sealed);
  const { queryKey, segments } = world;
  return { store, reader: () => new IndexReader({ fields, queryKeys: () => queryKey, store, segments }) };
}

const flipped = (bytes: Uint8Array, bit: number) => {
  const copy = Buffer.from(bytes);
  copy[(bit >> 3) % copy.length]! ^= 1 << (bit & 7);
  return copy;
};

/** Ways to tamper with the entry `name` of a map of stored parts, given another entry. */
const lies = {
  flip: (parts: Map<string, Uint8Array>, name: string, _other: string, bit: number) =>
    parts.set(name, flipped(parts.get(name)!, bit)),
  swap: (parts: Map<string, Uint8Array>, name: string, other: string) => {
    const [one, two] = [parts.get(name)!, parts.get(other)!];
    parts.set(name, two).set(other, one);
  },
  replay: (parts: Map<string, Uint8Array>, name: string, other: string) => parts.set(name, parts.get(other)!),
  drop: (parts: Map<string, Uint8Array>, name: string) => parts.delete(name),
  /** Cuts so much that the following bytes can't be the missing ones by chance. */
  cut: (parts: Map<string, Uint8Array>, name: string) => parts.set(name, parts.get(name)!.subarray(0, -16)),
  forge: (parts: Map<string, Uint8Array>, name: string) =>
    parts.set(name, randomBytes(parts.get(name)!.length)),
};
const lie = fc.constantFrom(...(Object.keys(lies) as (keyof typeof lies)[]));

/** The answer or the refusal. Any other error fails the test. */
const asked = <T>(answer: Promise<T>): Promise<T | IndexRefused> =>
  answer.catch((thrown: unknown) => {
    if (thrown instanceof IndexRefused) return thrown;
    throw thrown;
  });

describe('a store that changes, swaps, replays, cuts, forges or drops a block', () => {
  test('leads to a refusal or the right answer, in 800 generated lies and queries', async () => {
    let refused = 0;
    const name = fc.constantFrom(...blockNames);
    const query = queryOf(world);
    await fc.assert(
      fc.asyncProperty(lie, name, name, fc.nat(8191), query, async (kind, one, other, bit, question) => {
        fc.pre(one !== other);
        const { store, reader } = copied();
        lies[kind](store.storedBlocks, one, other, bit);
        const { filters, depth, limit, order, aggregated } = question;
        const offset = Math.floor(oracle.total(filters) * depth);
        const options = { offset, limit, ...(order ? { order } : {}) };
        const page = await asked(reader().page(filters, options));
        if (page instanceof IndexRefused) refused++;
        else expect(page).toEqual(oracle.page(filters, offset, limit, order ?? undefined));
        const sums = await asked(reader().aggregate(aggregated, filters));
        if (sums instanceof IndexRefused) refused++;
        else expect(sums.count).toBe(oracle.aggregate(aggregated, filters).count);
      }),
      { numRuns: 800 },
    );
    expect(refused).toBeGreaterThan(0);
  });
});

describe('every single block that a search reads', () => {
  const filters = [{ label: 'cost', operator: 'between' as const, value: '-50.01', value2: '49.99' }];
  const options = { offset: 500, limit: 100, order: { label: 'serial', descending: false } };
  let read: { name: string; segment: string; number: number }[] = [];

  beforeAll(async () => {
    const { store, reader } = copied();
    await reader().page(filters, options);
    const numberOf = new Map<string, { segment: string; number: number }>(
      world.sealed.flatMap(({ id, labels }) => {
        const count = labels.length / labelBytes;
        const sorted = sortedLabels(segmentKeys(world.queryKey, id), Array(count).keys());
        expect(sorted.labels.equals(labels)).toBe(true);
        const hex = Buffer.from(id).toString('hex');
        return sorted.numbers.map((number, i) => {
          const label = labels.toString('hex', i * labelBytes, (i + 1) * labelBytes);
          return [`${hex}:${label}`, { segment: hex, number }] as const;
        });
      }),
    );
    read = store.blockRequests.flat().flatMap(({ segment, labels }) =>
      Array.from({ length: labels.length / labelBytes }, (_, i) => {
        const label = Buffer.from(labels).toString('hex', i * labelBytes, (i + 1) * labelBytes);
        const name = `${Buffer.from(segment).toString('hex')}:${label}`;
        return { name, ...numberOf.get(name)! };
      }),
    );
  });

  test.each(Object.keys(lies) as (keyof typeof lies)[])('is refused by name after: %s', async (kind) => {
    expect(read.length).toBeGreaterThan(10);
    for (const { name, segment, number } of read) {
      const { store, reader } = copied();
      const spare = blockNames.find((other) => !read.some((one) => one.name === other))!;
      lies[kind](store.storedBlocks, name, spare, 4321);
      const refusal = await asked(reader().page(filters, options));
      expect(refusal).toBeInstanceOf(IndexRefused);
      expect(refusal).toMatchObject({ segment, block: number });
    }
  });

  test('is refused with a message that names segment and block', async () => {
    const { store, reader } = copied();
    const { name, segment, number } = read.at(-1)!;
    store.storedBlocks.set(name, randomBytes(1024));
    await expect(reader().page(filters, options)).rejects.toThrow(
      `Block ${number} of index segment ${segment}`,
    );
  });
});

describe('a header that differs from what was sealed', () => {
  test.each(Object.keys(lies) as (keyof typeof lies)[])('is refused after: %s', async (kind) => {
    for (const [i, name] of headerNames.entries()) {
      const { store, reader } = copied();
      lies[kind](store.storedHeaders, name, headerNames[(i + 1) % headerNames.length]!, 77);
      const refusal = await asked(reader().count([]));
      expect(refusal).toMatchObject({ name: 'IndexRefused', block: 'header' });
    }
  });

  test('is refused even when the list of segments was changed to match it', async () => {
    const { store } = copied();
    const [first, second] = world.segments;
    store.storedHeaders.set(first!.id, world.store.storedHeaders.get(second!.id)!);
    const segments = [{ ...first!, records: second!.records, header_hash: second!.header_hash }];
    const reader = new IndexReader({ fields, queryKeys: () => world.queryKey, store, segments });
    expect(await asked(reader.count([]))).toMatchObject({ segment: first!.id, block: 'header' });
  });

  test('is refused when it was sealed again with the same key and the list of segments names another one', async () => {
    const { store, reader } = copied();
    const [{ id }] = world.segments as [World['segments'][number]];
    const keys = segmentKeys(world.queryKey, Buffer.from(id, 'hex'));
    const plain = openBlock(keys, headerNumber, store.storedHeaders.get(id)!);
    expect(await asked(reader().count([]))).toBe(world.rows.length);
    store.storedHeaders.set(id, sealBlock(keys, headerNumber, plain));
    expect(await asked(reader().count([]))).toMatchObject({ segment: id, block: 'header' });
  });

  test('is refused when the list of segments states another number of records', async () => {
    const { store } = copied();
    const segments = [{ ...world.segments[0]!, records: 699 }];
    const reader = new IndexReader({ fields, queryKeys: () => world.queryKey, store, segments });
    expect(await asked(reader.count([]))).toMatchObject({ block: 'header' });
  });

  test('is refused under another query key or another schema', async () => {
    const { store } = copied();
    const { segments, queryKey } = world;
    const stranger = new IndexReader({ fields, queryKeys: () => randomBytes(32), store, segments });
    expect(await asked(stranger.count([]))).toBeInstanceOf(IndexRefused);
    const other = new IndexReader({ fields: fields.slice(0, 3), queryKeys: () => queryKey, store, segments });
    expect(await asked(other.count([]))).toBeInstanceOf(IndexRefused);
  });
});

describe('a seal', () => {
  const keys = segmentKeys(randomBytes(32), randomBytes(16));
  const sealed = sealBlock(keys, 7, Buffer.from('plain'));

  test('opens at its place', () => {
    expect(openBlock(keys, 7, sealed).toString()).toBe('plain');
  });

  test('binds the number and the segment, even if the key is the same', () => {
    expect(() => openBlock(keys, 8, sealed)).toThrow(IndexRefused);
    expect(() => openBlock({ ...keys, id: randomBytes(16) }, 7, sealed)).toThrow(IndexRefused);
  });

  test('of a segment is made with keys that no other segment has', () => {
    const queryKey = randomBytes(32);
    const [one, two] = [segmentKeys(queryKey, randomBytes(16)), segmentKeys(queryKey, randomBytes(16))];
    const all = [one.block, one.label, two.block, two.label].map((key) => key.toString('hex'));
    expect(new Set(all).size).toBe(4);
  });
});
