/** Long lists of segments are cut into parts: equal lists equally, similar lists similarly, each part of bounded size. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { NewVersion, RecordRange, SegmentEntry } from '@cloakroom/contract/segments.ts';
import {
  checkManifest,
  ManifestRefused,
  signedForm,
  signManifest,
} from '@cloakroom/sealed-index/manifest.ts';
import { cutManifest, partHash } from '@cloakroom/sealed-index/manifestTree.ts';
import { encodeVersions } from '@cloakroom/wire/manifestParts.ts';
import { encodeShortId } from '@cloakroom/wire/shortId.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const rangeAt = (number: number): RecordRange => ({
  upload: digest(`upload ${number}`).slice(0, 24),
  first: 0,
  count: 1,
});
/** A segment of uploads of one record each; the same in every run. */
const segmentAt = (number: number, uploads = 1): SegmentEntry => ({
  id: digest(`segment ${number}`).slice(0, 32),
  records: uploads,
  generation: 1,
  header_hash: digest(`header ${number}`),
  ranges: Array.from({ length: uploads }, (_, at) => rangeAt(number * 1e6 + at)),
  group_records: 32,
});
const listOf = (length: number, uploads = 1) => Array.from({ length }, (_, at) => segmentAt(at, uploads));
/** Copies, so that nothing that was encoded before is found again. */
const copyOf = (segments: readonly SegmentEntry[]) => structuredClone(segments) as SegmentEntry[];

/** A list as it is signed, and the names of its parts. */
const shapeOf = (segments: readonly SegmentEntry[]) => {
  const { list, parts } = cutManifest(segments);
  return [list, [...parts.keys()]];
};

type Cut = ReturnType<typeof cutManifest>;
/** The bytes that change with a list: those of new parts, and of the signed list. */
function bytesChanged(before: Cut, after: Cut): number {
  const fresh = [...after.parts].filter(([hash]) => !before.parts.has(hash));
  return fresh.reduce((sum, [, bytes]) => sum + bytes.length, JSON.stringify(after.list).length);
}

describe('a list of segments', () => {
  test('stays whole while it is short', () => {
    const segments = listOf(32);
    expect(cutManifest(segments)).toEqual({ list: { segments }, parts: new Map() });
  });

  test.each([33, 1_000, 20_000])(
    'of %i segments is cut in the same way each time, and every part has its hash',
    (length) => {
      const { list, parts } = cutManifest(listOf(length));
      expect(shapeOf(listOf(length))).toEqual([list, [...parts.keys()]]);
      if (!('tree' in list)) throw new Error('It was not cut.');
      expect(list.tree.nodes.length).toBeLessThanOrEqual(64);
      expect(list.tree.nodes.reduce((sum, { segments }) => sum + segments, 0)).toBe(length);
      for (const [hash, bytes] of parts) expect(partHash(bytes)).toBe(hash);
      expect(Math.max(...[...parts.values()].map(({ length: bytes }) => bytes))).toBeLessThan(64 * 1024);
    },
  );

  test('of a hundred or a hundred thousand segments changes by few bytes with one more', () => {
    const segments = listOf(100_005);
    for (const length of [100, 10_000, 100_000]) {
      const cuts = Array.from({ length: 6 }, (_, more) => cutManifest(segments.slice(0, length + more)));
      const changed = cuts.slice(1).map((after, at) => bytesChanged(cuts[at]!, after));
      expect(Math.max(...changed)).toBeLessThan(80_000);
    }
  });

  test('changes by few bytes where segments in the middle are replaced by one', () => {
    const segments = listOf(20_000);
    const merged = [...segments.slice(0, 9_000), segmentAt(30_000), ...segments.slice(9_016)];
    expect(bytesChanged(cutManifest(segments), cutManifest(merged))).toBeLessThan(80_000);
    expect(shapeOf(copyOf(merged))).toEqual(shapeOf(merged));
  });
});

describe('a segment of many uploads', () => {
  const segments = listOf(3, 65_536);

  test('has its ranges in parts of bounded size', () => {
    const { list, parts } = cutManifest(segments);
    expect(JSON.stringify(list).length).toBeLessThan(1_000);
    expect(Math.max(...[...parts.values()].map(({ length }) => length))).toBeLessThan(64 * 1024);
  });

  test('changes by few bytes when a record is deleted', () => {
    const [first, ...others] = segments;
    let deleted: [number, number][] = [];
    let before = segments;
    for (let ordinal = 0; ordinal < 2_000; ordinal += 2) deleted.push([ordinal, 1]);
    before = [{ ...first!, deleted }, ...others];
    deleted = [...deleted, [5_000, 1]];
    const after = [{ ...first!, deleted }, ...others];
    expect(bytesChanged(cutManifest(before), cutManifest(after))).toBeLessThan(8_000);
    expect(shapeOf(copyOf(after))).toEqual(shapeOf(after));
  });

  test('has many new versions in a part, and few in its entry', () => {
    const [first, ...others] = segments;
    const versions = (count: number): NewVersion[] =>
      Array.from({ length: count }, (_, at) => [3 * at, encodeShortId(Buffer.alloc(16, at % 256))]);
    const { parts } = cutManifest([{ ...first!, versions: versions(1_000) }, ...others]);
    expect([...parts.values()].filter(([kind]) => kind === 6)).toEqual([
      encodeVersions(first!.id, versions(1_000)),
    ]);
    const few = cutManifest([{ ...first!, versions: versions(32) }, ...others]);
    expect([...few.parts.values()].filter(([kind]) => kind === 6)).toEqual([]);
  });

  test('whose ranges move to another segment has other parts', () => {
    const moved = [{ ...segments[0]!, id: digest('another').slice(0, 32) }, ...segments.slice(1)];
    const [before, after] = [cutManifest(segments).parts, cutManifest(moved).parts];
    expect([...after.keys()].filter((hash) => before.has(hash))).toHaveLength(2 * 33);
  });
});

describe('the MAC of a long manifest', () => {
  const queryKey = Buffer.alloc(32, 7);
  const manifest = signManifest(queryKey, {
    schema: '2'.repeat(22),
    generation: 1,
    version: 3,
    segments: listOf(500),
  });
  const form = signedForm(manifest);

  test('is valid for the top of its tree', () => {
    expect(form.segments).toBeUndefined();
    expect(checkManifest(queryKey, form)).toBe(form);
  });

  test('is not valid for other nodes, counts or levels, nor for the whole list', () => {
    const { tree } = form;
    const [first, second, ...rest] = tree!.nodes;
    const nodes = [
      [second!, first!, ...rest],
      [first!, ...rest],
      [first!, first!, second!, ...rest],
      [{ ...first!, records: first!.records + 1 }, second!, ...rest],
      [{ ...first!, part: second!.part }, second!, ...rest],
    ];
    const forms = [
      ...nodes.map((changed) => ({ ...form, tree: { ...tree!, nodes: changed } })),
      { ...form, tree: { ...tree!, level: 2 } },
      manifest,
    ];
    for (const changed of forms) expect(() => checkManifest(queryKey, changed)).toThrow(ManifestRefused);
  });
});
