/** Segment bodies are written whole and read piece by piece. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  itemLength,
  openSegmentBody,
  recordsPerSegment,
  segmentHead,
  type SegmentContent,
} from '@cloakroom/wire/segmentBody.ts';
import { blockBytes, labelBytes, recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { inMemory, readSegmentBody } from '#tests/support/segmentBody.ts';

/** The number of bytes that are read at a time. */
const piece = 256 * 1024;

const noise = randomBytes(4 * piece);
/** Different bytes for each seed. */
const bytes = (length: number, seed: number) => noise.subarray(seed, seed + length);

const lengths = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 300 }) },
    { weight: 2, arbitrary: fc.integer({ min: piece / 4, max: piece / 2 }) },
    { weight: 1, arbitrary: fc.integer({ min: piece - 9, max: piece + 9 }) },
    { weight: 1, arbitrary: fc.integer({ min: piece, max: 3 * piece }) },
  ),
  { maxLength: 12 },
);
const bodies = fc.record({
  header: fc.integer({ min: 0, max: 5000 }),
  blocks: fc.integer({ min: 0, max: 700 }),
  upload: fc.uint8Array({ minLength: 12, maxLength: 12 }),
  first: fc.integer({ min: 0, max: 0xffffffff }),
  lengths,
  content: fc.constantFrom<SegmentContent>('records', 'groups'),
});

type Shape = {
  header: number;
  blocks: number;
  upload: Uint8Array;
  first: number;
  /** Of each record or group. */
  lengths: number[];
  content?: SegmentContent;
};

/** How many records are in so many items; the last group of a segment has one record. */
const recordsIn = ({ lengths: { length }, content }: Shape) =>
  content === 'groups' && length > 0 ? (length - 1) * recordsPerGroup + 1 : length;

function written(shape: Shape) {
  const parts = {
    header: bytes(shape.header, 1),
    labels: bytes(shape.blocks * labelBytes, 2),
    blocks: bytes(shape.blocks * blockBytes, 3),
    upload: Buffer.from(shape.upload),
    first: shape.first,
  };
  const items = shape.lengths.map((length, number) => bytes(length, number));
  const body = Buffer.concat([
    ...segmentHead(parts, recordsIn(shape), shape.content ?? 'records'),
    ...items.flatMap((item) => [itemLength(item), item]),
  ]);
  return { body, parts: { ...parts, items } };
}

test('a body is read as it was written, whatever the size of its records or groups', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (shape) => {
      const { body, parts } = written(shape);
      const read = await readSegmentBody(body);
      for (const part of ['header', 'labels', 'blocks', 'upload'] as const)
        expect(Buffer.compare(read[part], parts[part])).toBe(0);
      expect([read.first, read.recordCount, read.content]).toEqual([
        shape.first,
        recordsIn(shape),
        shape.content,
      ]);
      expect(read.items.map((item, number) => Buffer.compare(item, parts.items[number]!))).toEqual(
        parts.items.map(() => 0),
      );
    }),
    { numRuns: 60 },
  );
});

test('never reads more at a time than one piece, or one record that is longer', async () => {
  const { body } = written({
    header: 10,
    blocks: 700,
    upload: new Uint8Array(12),
    first: 0,
    lengths: [...Array<number>(2000).fill(300), 2 * piece, 5],
  });
  const asked: number[] = [];
  const source = inMemory(body);
  const segment = await openSegmentBody({
    ...source,
    read: (at, length) => {
      asked.push(length);
      return source.read(at, length);
    },
  });
  for await (const some of segment.blocks()) expect(some.length).toBeLessThanOrEqual(piece);
  for await (const some of segment.items()) expect(some.length).toBeGreaterThanOrEqual(0);
  expect(asked.filter((length) => length > piece)).toEqual([2 * piece + 4]);
});

test('refuses a body that is truncated anywhere or too long', async () => {
  await fc.assert(
    fc.asyncProperty(
      bodies,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (shape, share) => {
        const { body } = written(shape);
        await expect(readSegmentBody(body.subarray(0, Math.floor(share * body.length)))).rejects.toThrow(
          RangeError,
        );
        await expect(readSegmentBody(Buffer.concat([body, Buffer.of(0)]))).rejects.toThrow(
          new RangeError('The segment is longer than it says.'),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('a body has a group for every 32 records, and one for the rest', async () => {
  for (const [records, groups] of [
    [0, 0],
    [1, 1],
    [32, 1],
    [33, 2],
    [recordsPerSegment, recordsPerSegment / recordsPerGroup],
  ] as const) {
    const parts = {
      header: bytes(9, 1),
      labels: bytes(0, 0),
      blocks: bytes(0, 0),
      upload: bytes(12, 1),
      first: 64,
    };
    const bodyOf = (count: number) =>
      Buffer.concat([
        ...segmentHead(parts, records),
        ...Array.from({ length: count }, () => Buffer.concat([itemLength(bytes(5, 2)), bytes(5, 2)])),
      ]);
    const read = await readSegmentBody(bodyOf(groups));
    expect([read.content, read.recordCount, read.items.length]).toEqual(['groups', records, groups]);
    await expect(readSegmentBody(bodyOf(groups + 1))).rejects.toThrow('The segment is longer than it says.');
    if (groups > 0)
      await expect(readSegmentBody(bodyOf(groups - 1))).rejects.toThrow('The segment is truncated.');
  }
});

test('a body of another format, or of too many records, is refused', async () => {
  const { body } = written({ header: 1, blocks: 0, upload: new Uint8Array(12), first: 0, lengths: [] });
  body.writeUInt32BE(recordsPerSegment + 1, 28);
  await expect(readSegmentBody(body)).rejects.toThrow('at most 65536 records');
  body.write('CRS3');
  await expect(readSegmentBody(body)).rejects.toThrow('not a sealed segment');
});
