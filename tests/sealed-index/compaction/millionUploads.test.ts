/** A million uploads of one record each, merged as they arrive: few segments, and each record is rewritten a few times. */
import { expect, test } from 'vitest';
import type { RecordRange, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { chooseCompaction } from '@cloakroom/sealed-index/compaction/chooseCompaction.ts';

const uploads = 1_000_000;
/** New segments between two looks of a proxy. */
const step = 64;

/** A segment of so many uploads of one record. Which records these are makes no difference here. */
const entryOf = (serial: number, size: number): SegmentEntry => ({
  id: serial.toString(16).padStart(32, '0'),
  records: size,
  generation: 1,
  header_hash: '0'.repeat(64),
  ranges: new Array<RecordRange>(size),
  group_records: 32,
});

test('stay few segments, by steps of bounded size', () => {
  let segments: SegmentEntry[] = [];
  let serial = 0;
  const seen = { segments: 0, inputs: 0, merged: 0, rewritten: 0 };
  for (let at = 0; at < uploads; at += step) {
    for (let i = 0; i < step; i++) segments.push(entryOf(serial++, 1));
    for (let chosen = chooseCompaction(segments); chosen; chosen = chooseCompaction(segments)) {
      const size = chosen.reduce((sum, { records }) => sum + records, 0);
      const from = segments.indexOf(chosen[0]!);
      segments = [
        ...segments.slice(0, from),
        entryOf(serial++, size),
        ...segments.slice(from + chosen.length),
      ];
      seen.inputs = Math.max(seen.inputs, chosen.length);
      seen.merged = Math.max(seen.merged, size);
      seen.rewritten += size;
    }
    seen.segments = Math.max(seen.segments, segments.length);
  }
  expect(segments.reduce((sum, { records }) => sum + records, 0)).toBe(uploads);
  expect(seen.segments).toBeLessThan(64);
  expect(segments.length).toBeLessThan(32);
  expect(seen.inputs).toBeLessThanOrEqual(16);
  expect(seen.merged).toBeLessThanOrEqual(2 ** 18);
  expect(seen.rewritten / uploads).toBeLessThan(16);
}, 60_000);
