/** Writes segments one after the other: seals groups of records, writes them to the disk, collects the index, and puts the index before the records. */
import { createHash, randomBytes, type Hash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { nextTurn } from './threadTurn.ts';
import { groupNumberOf, recordsPerGroup, type RecordRange } from '@cloakroom/contract/segments.ts';
import { itemLength, segmentHead } from '@cloakroom/wire/segmentBody.ts';
import type { CheckedRecord } from '@cloakroom/ingest/check.ts';
import { groupSealer, type GroupSealer } from '@cloakroom/sealed-index/crypto/recordGroup.ts';
import { ColumnCollector } from '@cloakroom/sealed-index/column.ts';
import { segmentSteps, type SealedSegment } from '@cloakroom/sealed-index/segment.ts';
import { headerHash } from '@cloakroom/sealed-index/segmentCache.ts';
import { ByteAccumulator } from './byteAccumulator.ts';
import { segmentFiles, type SpooledSegment } from './storedJob.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import type { Format } from '@cloakroom/ingest/format.ts';

/** Sealed bytes that are buffered before they are written. */
const flushBytes = 1024 * 1024;

/** What to seal and how. The keys stay in memory: a task is never written to a disk. */
export type SealTask = {
  /** Where the segment files go. */
  folder: string;
  schema: string;
  fields: Field[];
  format: Format;
  reading?: ParseOptions;
  generation: number;
  /** The 12 random bytes that every record's id begins with. */
  upload: Uint8Array;
  queryKey: Uint8Array;
  /** One for each field, in the fields' order. */
  fieldKeys: Uint8Array[];
};

/** The segment that is being written: `first` is the number of its first record. */
type OpenSegment = {
  id: Buffer;
  first: number;
  count: number;
  recordBytes: number;
  /** Of what is written of its records. */
  hash: Hash;
  file: FileHandle | null;
};

export class SegmentWriter {
  /** The segments that are on the disk. */
  readonly written: SpooledSegment[] = [];
  readonly #task: SealTask;
  readonly #sealer: GroupSealer;
  readonly #columns: ColumnCollector[];
  readonly #sealed = new ByteAccumulator();
  /** The values of the records that are not sealed yet: fewer than fill a group. */
  #values: CheckedRecord['values'][] = [];
  #open: OpenSegment | null = null;

  constructor(task: SealTask) {
    const { schema, fields, generation, fieldKeys, queryKey } = task;
    this.#task = task;
    this.#sealer = groupSealer(
      { queryKey, schema, generation },
      fields.map(({ name }, number) => ({ name, key: fieldKeys[number]! })),
    );
    this.#columns = fields.map((field) => new ColumnCollector(field, queryKey));
  }

  /**
   * Adds the record of this number, which follows the last one unless a segment begins with it. A segment begins with the
   * first record of a group.
   */
  add(number: number, values: CheckedRecord['values']): void {
    this.#open ??= {
      id: randomBytes(16),
      first: number,
      count: 0,
      recordBytes: 0,
      hash: createHash('sha256'),
      file: null,
    };
    this.#values.push(values);
    if (this.#values.length === recordsPerGroup) this.#sealGroup(number);
    const ordinal = this.#open.count++;
    for (let field = 0; field < values.length; field++) {
      const value = values[field];
      if (value?.type === 'n') this.#columns[field]!.addStep(ordinal, value.step);
      else if (value) this.#columns[field]!.addText(ordinal, value.text);
    }
  }

  /** Seals the collected records, of which the last one has this number. */
  #sealGroup(last: number): void {
    const address = { upload: this.#task.upload, group: groupNumberOf(last) };
    const sealed = this.#sealer.seal(address, this.#values);
    this.#sealed.append(itemLength(sealed));
    this.#sealed.append(sealed);
    this.#values = [];
  }

  /** Writes what is buffered, if it is at least `minBytes`. */
  async flush(minBytes = flushBytes): Promise<void> {
    const segment = this.#open;
    if (!segment || this.#sealed.length < minBytes) return;
    segment.file ??= await open(this.#files(segment).records, 'wx', 0o600);
    for (const part of this.#sealed.chunks()) {
      segment.hash.update(part);
      await segment.file.writeFile(part);
    }
    segment.recordBytes += this.#sealed.length;
    this.#sealed.clear();
  }

  /** Ends the segment, if one is begun: its records and its index are on the disk when this resolves. */
  async close(): Promise<void> {
    const segment = this.#open;
    if (!segment) return;
    if (this.#values.length > 0) this.#sealGroup(segment.first + segment.count - 1);
    await this.flush(0);
    const { upload, generation } = this.#task;
    const { first, count } = segment;
    const range: RecordRange = { upload: hex(upload), first, count };
    // The disk writes the records while the index is made.
    const [{ header, labels, blocks }] = await Promise.all([
      this.#index(segment.id, range),
      segment.file?.sync(),
    ]);
    await segment.file?.close();
    segment.file = null;
    const head = segmentHead({ header, labels, blocks, upload, first }, count);
    await writeDurably(this.#files(segment).head, head);
    const headHash = createHash('sha256');
    for (const part of head) headHash.update(part);
    this.written.push({
      digests: [headHash.digest('hex'), segment.hash.digest('hex')],
      bytes: head.reduce((sum, part) => sum + part.length, segment.recordBytes),
      entry: {
        id: hex(segment.id),
        records: count,
        generation,
        header_hash: headerHash(header),
        ranges: [range],
        group_records: recordsPerGroup,
      },
    });
    this.#open = null;
    for (const column of this.#columns) column.clear();
  }

  /** Closes the file of a segment that stays unfinished. */
  async abandon(): Promise<void> {
    await this.#open?.file?.close();
    this.#open = null;
  }

  #files({ id }: OpenSegment) {
    const [head, records] = segmentFiles(hex(id));
    const { folder } = this.#task;
    return { head: join(folder, head), records: join(folder, records) };
  }

  async #index(id: Buffer, range: RecordRange): Promise<SealedSegment> {
    const { queryKey, fields } = this.#task;
    const steps = segmentSteps(
      { id, queryKey, fields, ranges: [range] },
      this.#columns.map((column) => column.keys(range.count)),
    );
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      // Each thread seals many bodies at the same time.
      await nextTurn();
    }
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

async function writeDurably(path: string, parts: Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (const part of parts) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
}
