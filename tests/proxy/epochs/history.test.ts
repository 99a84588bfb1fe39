/** The seen content of a schema is the same, whether all of a manifest is counted or only what has changed since the last one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Manifest, SegmentEntry } from '@cloakroom/contract/segments.ts';
import { withSeen, type SeenContent } from '@cloakroom/proxy/epochs/history.ts';

/** A segment of uploads of five records; with deleted ones if `deletes`. */
const segment = fc.record({
  number: fc.nat(9),
  uploads: fc.uniqueArray(fc.nat(12), { minLength: 1 }),
  deletes: fc.boolean(),
});
type Drawn = { number: number; uploads: number[]; deletes: boolean };

const entryOf = ({ number, uploads, deletes }: Drawn): SegmentEntry => ({
  id: `${number}`.repeat(32),
  records: 5 * uploads.length,
  generation: 1,
  header_hash: '0'.repeat(64),
  ranges: uploads.map((upload) => ({ upload: upload.toString(16).repeat(24), first: 0, count: 5 })),
  ...(deletes && { deleted: [[1, 2]] }),
});

const manifests = fc
  .array(fc.uniqueArray(segment, { selector: ({ number }) => number, maxLength: 5 }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((lists) =>
    lists.map((list, at): Manifest => {
      return { schema: '2'.repeat(22), generation: 1, version: at + 1, segments: list.map(entryOf), mac: '' };
    }),
  );

test('counting what has changed gives the same as counting everything', () => {
  fc.assert(
    fc.property(manifests, (list) => {
      let whole: SeenContent | null = null;
      let changed: SeenContent | null = null;
      for (const [at, manifest] of list.entries()) {
        const now = `2026-11-25T10:00:0${at}Z`;
        whole = withSeen(whole, manifest, now);
        // Unchanged entries are the same objects, as in a manifest that was read in parts.
        const last = list[at - 1];
        const segments = manifest.segments.map(
          (entry) => last?.segments.find((one) => JSON.stringify(one) === JSON.stringify(entry)) ?? entry,
        );
        changed = withSeen(changed, { ...manifest, segments }, now, last);
      }
      expect(changed).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

test('of more uploads than are stored, the last ones are, and those that were seen before keep their time', () => {
  const entry = (number: number, uploads: number, deleted?: SegmentEntry['deleted']): SegmentEntry => ({
    ...{ id: `${number}`.repeat(32), records: uploads, generation: 1, header_hash: '0'.repeat(64) },
    ranges: Array.from({ length: uploads }, (_, at) => ({
      ...{ upload: `${number}`.padEnd(12, '0') + `${at}`.padStart(12, '0'), first: 0, count: 1 },
    })),
    ...(deleted && { deleted }),
  });
  const manifest = (version: number, segments: SegmentEntry[]): Manifest => ({
    ...{ schema: '2'.repeat(22), generation: 1, version, segments, mac: '' },
  });
  const uploadsOf = ({ ranges }: SegmentEntry) => ranges.map(({ upload }) => upload);
  const [first, second] = [entry(1, 3_000), entry(2, 10)];
  const before = withSeen(null, manifest(1, [first]), 'first');
  expect(Object.entries(before.uploads)).toEqual(
    uploadsOf(first)
      .slice(-2_000)
      .map((upload) => [upload, { records: 1, at: 'first' }]),
  );
  // The last three records were deleted, and ten were uploaded.
  const after = withSeen(before, manifest(2, [entry(1, 3_000, [[2_997, 3]]), second]), 'then');
  expect(Object.entries(after.uploads)).toEqual([
    ...uploadsOf(first)
      .slice(-1_990)
      .map((upload, at) => [upload, { records: at < 1_987 ? 1 : 0, at: 'first' }]),
    ...uploadsOf(second).map((upload) => [upload, { records: 1, at: 'then' }]),
  ]);
});
