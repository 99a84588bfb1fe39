/** The parts of a long manifest: each is what its vector says, and no other bytes are taken for it. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListedEntry, RangeIndex } from '@cloakroom/contract/manifestParts.ts';
import type { NodeRef } from '@cloakroom/contract/manifestTree.ts';
import type { NewVersion, RecordRange } from '@cloakroom/contract/segments.ts';
import {
  decodeLeaf,
  decodeNodes,
  decodeOrdinals,
  decodeRangeIndex,
  decodeRangePart,
  decodeRangesAmong,
  decodeVersions,
  encodeLeaf,
  encodeNodes,
  encodeOrdinals,
  encodeRangeIndex,
  encodeRangePart,
  encodeVersions,
  PartRefused,
} from '@cloakroom/wire/manifestParts.ts';
import { bytesOf, hexOf, readVectors } from '#tests/support/vectors.ts';

type Kind = 'ranges' | 'rangeIndex' | 'ordinals' | 'versions' | 'leaf' | 'nodes';
const vectors = readVectors<{
  segment: string;
  ranges: RecordRange[];
  deleted: [number, number][];
  versions: NewVersion[];
  parts: {
    kind: Kind;
    hash: string;
    bytes: string;
    index?: RangeIndex;
    entries?: ListedEntry[];
    nodes?: NodeRef[];
  }[];
}>('manifestParts');
const { segment, parts } = vectors;
const partOf = (kind: Kind) => parts.find((part) => part.kind === kind)!;

const codecs: Record<
  Kind,
  { value: unknown; encode: () => Uint8Array; decode: (bytes: Uint8Array) => unknown }
> = {
  ranges: {
    value: vectors.ranges,
    encode: () => encodeRangePart(segment, vectors.ranges),
    decode: (bytes) => decodeRangePart(bytes, segment),
  },
  rangeIndex: {
    value: partOf('rangeIndex').index,
    encode: () => encodeRangeIndex(segment, partOf('rangeIndex').index!),
    decode: (bytes) => decodeRangeIndex(bytes, segment),
  },
  ordinals: {
    value: vectors.deleted,
    encode: () => encodeOrdinals(segment, vectors.deleted),
    decode: (bytes) => decodeOrdinals(bytes, segment),
  },
  versions: {
    value: vectors.versions,
    encode: () => encodeVersions(segment, vectors.versions),
    decode: (bytes) => decodeVersions(bytes, segment),
  },
  leaf: {
    value: partOf('leaf').entries,
    encode: () => encodeLeaf(partOf('leaf').entries!),
    decode: decodeLeaf,
  },
  nodes: {
    value: partOf('nodes').nodes,
    encode: () => encodeNodes(partOf('nodes').nodes!),
    decode: decodeNodes,
  },
};

describe.each(parts)('the vector of $kind', ({ kind, hash, bytes }) => {
  const { value, encode, decode } = codecs[kind];

  test('is written and read, and has its hash', () => {
    expect(hexOf(encode())).toBe(bytes);
    expect(decode(bytesOf(bytes))).toEqual(value);
    expect(createHash('sha256').update(bytesOf(bytes)).digest('hex')).toBe(hash);
  });

  test('is refused if it is truncated anywhere or too long', () => {
    const whole = bytesOf(bytes);
    for (let length = 0; length < whole.length; length++)
      expect(() => decode(whole.subarray(0, length))).toThrow(PartRefused);
    expect(() => decode(Buffer.concat([whole, Buffer.alloc(1)]))).toThrow(PartRefused);
  });

  test('is not read as a part of another kind', () => {
    for (const [other, { decode: decodeOther }] of Object.entries(codecs))
      if (other !== kind) expect(() => decodeOther(bytesOf(bytes))).toThrow('it is of another kind');
  });
});

test.each(['ranges', 'rangeIndex', 'ordinals', 'versions'] as const)(
  '%s of another segment are refused',
  (kind) => {
    const bytes = bytesOf(partOf(kind).bytes);
    bytes[16]! ^= 1;
    expect(() => codecs[kind].decode(bytes)).toThrow('it belongs to another segment');
  },
);

test('an entry with neither ranges nor a part with them, or with both, is refused', () => {
  const [entry, other] = partOf('leaf').entries!;
  const { range_index: _, ...without } = entry!;
  for (const wrong of [without, { ...entry!, ranges: other!.ranges }])
    expect(() => decodeLeaf(encodeLeaf([wrong]))).toThrow('its JSON has the wrong shape');
});

test('ranges and ordinals without records, and too many of them, are refused', () => {
  const range = { upload: 'a'.repeat(24), first: 0, count: 1 };
  expect(() => decodeRangePart(encodeRangePart(segment, []), segment)).toThrow(PartRefused);
  expect(() => decodeRangePart(encodeRangePart(segment, Array(2_049).fill(range)), segment)).toThrow(
    'it has 2049 ranges',
  );
  expect(() => decodeRangePart(encodeRangePart(segment, [{ ...range, count: 0 }]), segment)).toThrow(
    'a range is empty',
  );
  expect(() => decodeOrdinals(encodeOrdinals(segment, [[3, 0]]), segment)).toThrow('a range is empty');
});

test('reads only the ranges of a part that have wanted records', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(
      counts,
      fc.integer({ min: -5, max: 60 }),
      fc.integer({ min: -5, max: 60 }),
      (list, first, end) => {
        let next = 0;
        const all = list.map((count, at) => {
          const range = { upload: `${at}`.padStart(24, '0'), first: at, count };
          const start = next;
          next += count;
          return { range, start };
        });
        const wanted = all.filter(({ range, start }) => start + range.count > first && start < end);
        const bytes = encodeRangePart(
          segment,
          all.map(({ range }) => range),
        );
        const { before, ranges } = decodeRangesAmong(bytes, segment, { first, end });
        expect(ranges).toEqual(wanted.map(({ range }) => range));
        if (wanted[0]) expect(before).toBe(wanted[0].start);
      },
    ),
  );
});
