/** The vectors of an index's parts, of a segment and of manifests. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Field } from '@cloakroom/contract/fields.ts';
import { Manifest, SignedManifest, type RecordRange } from '@cloakroom/contract/segments.ts';
import { canonicalJson } from '@cloakroom/wire/canonicalJson.ts';
import { sealBytes } from '@cloakroom/sealed-index/crypto/aead.ts';
import {
  decodeFencePointers,
  decodeSums,
  decodeTextFencePointers,
  encodeFencePointers,
  encodeSums,
  encodeTextFencePointers,
  noOrdinal,
} from '@cloakroom/sealed-index/fencePointers.ts';
import { headerNumber, ordinalBytes, plainBytes } from '@cloakroom/sealed-index/format.ts';
import { blockEntriesOf } from '@cloakroom/sealed-index/groups.ts';
import { openHeader, sealHeader } from '@cloakroom/sealed-index/header.ts';
import { textKeysOf } from '@cloakroom/sealed-index/textKeys.ts';
import { checkManifest, signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { paddedBlocks, buildSegment } from '@cloakroom/sealed-index/segment.ts';
import { prefixEnds, writePrefixBitmaps } from '@cloakroom/sealed-index/prefixBitmaps.ts';
import { encodeRanges } from '@cloakroom/sealed-index/recordRanges.ts';
import { openBlock, segmentKeys, sortedLabels } from '@cloakroom/sealed-index/sealing.ts';
import { writeRun } from '@cloakroom/sealed-index/writeRun.ts';
import { bytesOf, hexOf, readVectors } from '#tests/support/vectors.ts';

/** A block before it is sealed; the vectors leave out the zeros at its end. */
function plainBlock(hex: string): Buffer {
  const plain = Buffer.alloc(plainBytes);
  plain.set(bytesOf(hex));
  return plain;
}

describe('index.json', () => {
  const index = readVectors<{
    runs: {
      name: string;
      records: number;
      entries: EntrySequence[];
      blocks: string[];
      fence_pointers: {
        first: number;
        last: number;
        entries: number;
        sum: string;
        least: number;
        second: number | null;
      }[];
      numbers: string;
      sums: string;
      texts: string;
    }[];
    record_ranges: { ranges: RecordRange[]; encoded: string };
    prefix_bitmaps: {
      records: number;
      entries: EntrySequence[];
      entries_per_block: number[];
      ends: number[];
      blocks: string[];
    }[];
    padded_blocks: { blocks: number; padded: number }[];
  }>('index');

  test.each(index.runs)('$name: the run is written, and its blocks and fence pointers are read', (run) => {
    const width = ordinalBytes(run.records);
    const entries = entriesOf(run.entries);
    const blocks: Buffer[] = [];
    const fencePointers = writeRun(columnsOf(entries), width, blocks);
    expect(blocks.map(hexOf)).toEqual(run.blocks.map((block) => hexOf(plainBlock(block))));
    expect(hexOf(encodeFencePointers(fencePointers))).toBe(run.numbers);
    expect(hexOf(encodeSums(fencePointers))).toBe(run.sums);
    expect(hexOf(encodeTextFencePointers(fencePointers))).toBe(run.texts);

    const read = run.blocks.flatMap((block) => {
      const { keys, ordinals, count } = blockEntriesOf(plainBlock(block), width);
      return Array.from({ length: count }, (_, at) => [keys[at]!, ordinals[at]!]);
    });
    expect(read).toEqual(entries);
    const pointers = run.fence_pointers;
    const open = decodeFencePointers(bytesOf(run.numbers), pointers.length);
    expect([...open.first]).toEqual(pointers.map(({ first }) => first));
    expect([...open.least]).toEqual(pointers.map(({ least }) => least));
    expect([...open.second]).toEqual(pointers.map(({ second }) => second ?? noOrdinal));
    const ranks = pointers.reduce((sums, { entries: more }) => [...sums, sums.at(-1)! + more], [0]);
    expect([...open.rank]).toEqual(ranks);
    const total = pointers.reduce(
      (sum, { first, entries: count, sum: distances }) =>
        sum + BigInt(first) * BigInt(count) + BigInt(distances),
      0n,
    );
    expect(decodeSums(bytesOf(run.sums), open).at(-1)).toBe(total);
    const texts = decodeTextFencePointers(bytesOf(run.texts), pointers.length);
    expect([...texts.rank]).toEqual(ranks);
    for (const [block, { first }] of pointers.entries()) {
      expect(texts.first[block]).toBeLessThanOrEqual(first);
      if (block > 0) expect(texts.first[block]).toBeGreaterThanOrEqual(pointers[block - 1]!.last);
    }
  });

  test('record ranges are written', () => {
    const { ranges, encoded } = index.record_ranges;
    expect(hexOf(encodeRanges(ranges))).toBe(encoded);
  });

  test.each(index.prefix_bitmaps)(
    'a run of blocks of $entries_per_block entries has its prefix bitmaps',
    (run) => {
      const { ordinals } = columnsOf(entriesOf(run.entries));
      const blocks: Buffer[] = [];
      writePrefixBitmaps(ordinals, run.entries_per_block, run.records, blocks);
      expect(prefixEnds(run.entries_per_block.length, run.records)).toEqual(run.ends);
      expect(blocks.map(hexOf)).toEqual(run.blocks.map((block) => hexOf(plainBlock(block))));
    },
  );

  test.each(index.padded_blocks)('$blocks blocks are padded to $padded', ({ blocks, padded }) => {
    expect(paddedBlocks(blocks)).toBe(padded);
  });
});

/** Key, first ordinal, step and count. */
type EntrySequence = [key: number, first: number, step: number, count: number];

const entriesOf = (sequences: readonly EntrySequence[]): [key: number, ordinal: number][] =>
  sequences.flatMap(([key, first, step, count]) =>
    Array.from({ length: count }, (_, at): [number, number] => [key, first + at * step]),
  );

const columnsOf = (entries: readonly [number, number][]) => ({
  keys: Float64Array.from(entries, ([key]) => key),
  ordinals: Uint32Array.from(entries, ([, ordinal]) => ordinal),
});

describe('segment.json', () => {
  const segment = readVectors<{
    query_key: string;
    id: string;
    fields: Field[];
    ranges: RecordRange[];
    columns: (number | null)[][];
    records: { age: number | null; name: string }[];
    block_key: string;
    label_key: string;
    header: {
      nonce: string;
      associated_data: string;
      numbers: number[];
      plain: string;
      sealed: string;
      sha256: string;
    };
    blocks: {
      number: number;
      label: string;
      nonce: string;
      associated_data: string;
      plain: string;
      sealed: string;
    }[];
    labels: string;
  }>('segment');
  const { header, blocks } = segment;
  const keys = segmentKeys(bytesOf(segment.query_key), bytesOf(segment.id));
  const headerPlain = Buffer.alloc(header.sealed.length / 2 - 40);
  headerPlain.set(bytesOf(header.plain));

  test('its keys, labels and the key of each value are derived', () => {
    expect([keys.block, keys.label].map(hexOf)).toEqual([segment.block_key, segment.label_key]);
    const sorted = sortedLabels(keys, blocks.keys());
    expect(hexOf(sorted.labels)).toBe(segment.labels);
    expect(sorted.numbers.map((number) => blocks[number]!.label).join('')).toBe(segment.labels);
    const keyOf = textKeysOf(bytesOf(segment.query_key), 'name');
    expect(segment.columns).toEqual([
      segment.records.map(({ age }) => age),
      segment.records.map(({ name }) => keyOf(name)),
    ]);
  });

  test.each(blocks)(
    'block $number is sealed and opened',
    ({ number, nonce, associated_data, plain, sealed }) => {
      const place = bytesOf(associated_data);
      expect(hexOf(sealBytes(keys.block, place, plainBlock(plain), bytesOf(nonce)))).toBe(sealed);
      expect(openBlock(keys, number, bytesOf(sealed))).toEqual(plainBlock(plain));
    },
  );

  test('its header is sealed and opened', () => {
    const place = bytesOf(header.associated_data);
    expect(hexOf(sealBytes(keys.block, place, headerPlain, bytesOf(header.nonce)))).toBe(header.sealed);
    expect(createHash('sha256').update(bytesOf(header.sealed)).digest('hex')).toBe(header.sha256);
    const open = openHeader(keys, bytesOf(header.sealed), segment.fields.length);
    const summaries = open.runs.flatMap((run) => [
      ...[run.blocks, run.prefixBlocks, run.entries, run.fenceBytes, run.sumsBytes],
      ...[run.least, run.greatest],
    ]);
    expect([open.records, open.rangesBytes, ...summaries]).toEqual(header.numbers);
    expect([open.directory, open.blocks]).toEqual([2, 3]);
    const again = sealHeader(keys, open.records, open.rangesBytes, open.runs);
    expect(openBlock(keys, headerNumber, again)).toEqual(headerPlain);
  });

  test('the same records yield the same segment, apart from the nonces', () => {
    const columns = segment.columns.map((column) => Float64Array.from(column, (key) => key ?? NaN));
    const source = {
      id: bytesOf(segment.id),
      queryKey: bytesOf(segment.query_key),
      fields: segment.fields,
      ranges: segment.ranges,
    };
    const built = buildSegment(source, columns);
    expect(hexOf(built.labels)).toBe(segment.labels);
    expect(openBlock(keys, headerNumber, built.header)).toEqual(headerPlain);
    const inLabelOrder = blocks.toSorted((a, b) => (a.label < b.label ? -1 : 1));
    for (const [at, { number, plain }] of inLabelOrder.entries())
      expect(openBlock(keys, number, built.blocks.subarray(at * 1024, (at + 1) * 1024))).toEqual(
        plainBlock(plain),
      );
  });
});

describe('manifest.json', () => {
  const { query_key, manifests } = readVectors<{
    query_key: string;
    manifests: { manifest: unknown; json: string }[];
  }>('manifest');

  test.each(manifests)('the MAC covers $json', ({ manifest: value, json }) => {
    const manifest = Manifest.parse(value);
    const { mac, generation, ...rest } = manifest;
    expect(canonicalJson({ ...rest, ...(generation > 1 && { generation }) })).toBe(json);
    expect(signManifest(bytesOf(query_key), { ...rest, generation }).mac).toBe(mac);
    expect(checkManifest(bytesOf(query_key), manifest)).toBe(manifest);
  });
});

describe('manifestParts.json', () => {
  const { query_key, manifest, json } = readVectors<{ query_key: string; manifest: unknown; json: string }>(
    'manifestParts',
  );

  test('the MAC covers the top of the tree', () => {
    const signed = SignedManifest.parse(manifest);
    const { mac: _, generation: __, ...rest } = signed;
    expect(canonicalJson(rest)).toBe(json);
    expect(checkManifest(bytesOf(query_key), signed)).toBe(signed);
  });
});
