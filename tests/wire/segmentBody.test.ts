/** Segment bodies are written whole and read piece by piece. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  openSegmentBody,
  recordLength,
  recordsPerSegment,
  segmentHead,
} from '@cloakroom/wire/segmentBody.ts';
import { blockBytes, labelBytes } from '@cloakroom/contract/segments.ts';
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
});

function written(shape: {
  header: number;
  blocks: number;
  upload: Uint8Array;
  first: number;
  lengths: number[];
}) {
  const parts = {
    header: bytes(shape.header, 1),
    labels: bytes(shape.blocks * labelBytes, 2),
    blocks: bytes(shape.blocks * blockBytes, 3),
    upload: Buffer.from(shape.upload),
    first: shape.first,
  };
  const records = shape.lengths.map((length, number) => bytes(length, number));
  const body = Buffer.concat([
    ...segmentHead(parts, records.length),
    ...records.flatMap((record) => [recordLength(record), record]),
  ]);
  return { body, parts: { ...parts, records } };
}

test('a body is read as it was written, whatever the size of its records', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (shape) => {
      const { body, parts } = written(shape);
      const read = await readSegmentBody(body);
      for (const part of ['header', 'labels', 'blocks', 'upload'] as const)
        expect(Buffer.compare(read[part], parts[part])).toBe(0);
      expect([read.first, read.recordCount]).toEqual([shape.first, shape.lengths.length]);
      expect(read.records.map((record, number) => Buffer.compare(record, parts.records[number]!))).toEqual(
        parts.records.map(() => 0),
      );
    }),
    { numRuns: 60 },
  );
});

test('never reads more at a time than a piece, or the one record that is longer', async () => {
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
  for await (const some of segment.records()) expect(some.length).toBeGreaterThanOrEqual(0);
  expect(asked.filter((length) => length > piece)).toEqual([2 * piece + 4]);
});

test('a body that is cut anywhere, or too long, is refused', async () => {
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

test('a body of another format, or of too many records, is refused', async () => {
  const { body } = written({ header: 1, blocks: 0, upload: new Uint8Array(12), first: 0, lengths: [] });
  body.writeUInt32BE(recordsPerSegment + 1, 28);
  await expect(readSegmentBody(body)).rejects.toThrow('at most 65536 records');
  body.write('CRS2');
  await expect(readSegmentBody(body)).rejects.toThrow('no sealed segment');
});
