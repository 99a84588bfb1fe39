/** How fast one thread builds and compacts segments, in records per CPU-second. */
import { randomBytes } from 'node:crypto';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import { blockBytes, labelBytes, type SegmentEntry } from '@cloakroom/contract/segments.ts';
import { type BlockStore, headerHash } from '@cloakroom/sealed-index/segmentCache.ts';
import { ColumnCollector } from '@cloakroom/sealed-index/column.ts';
import { buildSegment, type SealedSegment } from '@cloakroom/sealed-index/segment.ts';
import { mergeSegments } from '@cloakroom/sealed-index/compaction/mergeSegments.ts';
import { plainStepReader } from '@cloakroom/ingest/number.ts';
import { median, type Figure } from '../figures.ts';
import { columns, definition, rowsOf } from './data.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const fields = fieldsOf(definition);
/** For each number field, the function with which an upload reads its numbers. */
const stepReaders = fields.map((field) => (field.type === 'string' ? null : plainStepReader(field)));
const columnIndexes = fields.map(({ name }) => Object.keys(columns).indexOf(name));

async function perCpuSecond(records: number, work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return records / ((user + system) / 1e6);
}

function storeOf(segments: SealedSegment[]): BlockStore {
  const headers = new Map(segments.map(({ id, header }) => [hex(id), header]));
  const blocks = new Map<string, Uint8Array>();
  for (const { id, labels, blocks: data } of segments)
    for (let i = 0; i * labelBytes < labels.length; i++)
      blocks.set(
        hex(id) + labels.toString('hex', i * labelBytes, (i + 1) * labelBytes),
        data.subarray(i * blockBytes, (i + 1) * blockBytes),
      );
  return {
    headers: async (ids) => ids.map((id) => headers.get(hex(id))!),
    blocks: async (requests) =>
      requests.map(({ segment, labels }) =>
        Buffer.concat(
          Array.from({ length: labels.length / labelBytes }, (_, i) =>
            blocks.get(hex(segment) + hex(labels.subarray(i * labelBytes, (i + 1) * labelBytes)))!,
          ),
        ),
      ),
  };
}

/** @param size - records of each of the eight segments. */
export async function building(size: number, rounds: number): Promise<Figure[]> {
  const queryKey = randomBytes(32);
  const rows = Array.from(rowsOf(size), (row) => columnIndexes.map((index) => String(row[index]!)));
  const build = (ranges: SegmentEntry['ranges']) => {
    const collectors = fields.map((field) => new ColumnCollector(field, queryKey));
    rows.forEach((row, ordinal) =>
      row.forEach((text, i) => {
        const step = stepReaders[i]?.(text, 0, text.length);
        if (step === undefined) collectors[i]!.addText(ordinal, text);
        else collectors[i]!.addStep(ordinal, step);
      }),
    );
    return buildSegment(
      { id: randomBytes(16), queryKey, fields, ranges },
      collectors.map((collector) => collector.keys(size)),
    );
  };
  const sealed: SealedSegment[] = [];
  const entries: SegmentEntry[] = [];
  const buildRates: number[] = [];
  for (let i = 0; i < 8; i++) {
    const ranges = [{ upload: randomBytes(12).toString('hex'), first: 0, count: size }];
    buildRates.push(await perCpuSecond(size, () => sealed.push(build(ranges))));
    const { id, records, header } = sealed.at(-1)!;
    entries.push({ id: hex(id), records, generation: 1, header_hash: headerHash(header), ranges });
  }
  const store = storeOf(sealed);
  const mergeRates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const source = { fields, queryKey, entries, id: randomBytes(16) };
    mergeRates.push(await perCpuSecond(8 * size, () => mergeSegments(source, store)));
  }
  return [
    { name: 'building the index', value: median(buildRates), unit: 'records/CPU-s', goal: { min: 100_000 } },
    {
      name: 'merging eight segments',
      value: median(mergeRates),
      unit: 'records/CPU-s',
      goal: { min: 200_000 },
    },
  ];
}
