/** Cuts an upload into segments: seals each record, collects its index, and writes file by file what will be sent. */
import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordRange } from '#contract/segments.ts';
import { recordsPerSegment, segmentHead } from '#contract/segmentBody.ts';
import type { CheckedRecord } from '#rows/check.ts';
import { recordSealer, type RecordSealer } from '../crypto/recordSealer.ts';
import { fieldSealer } from '../crypto/value.ts';
import { ColumnCollector } from '../index/column.ts';
import { buildSegment } from '../index/segment.ts';
import { headerHash } from '../index/shelf.ts';
import { ByteGatherer } from './byteGatherer.ts';
import type { SealOrder } from './sealOrder.ts';
import { segmentFileName, type SpooledSegment } from './storedJob.ts';

/** Bytes of sealed records from which on a segment is full, however few they are: it must fit in memory here and there. */
const fullBytes = 32 * 1024 * 1024;

export class SegmentWriter {
  readonly #order: SealOrder;
  readonly #sealer: RecordSealer;
  readonly #columns: ColumnCollector[];
  readonly #records = new ByteGatherer();
  readonly #id = Buffer.alloc(16);
  readonly #written: SpooledSegment[] = [];
  #first = 0;
  #count = 0;

  constructor(order: SealOrder) {
    const { schema, fields, generation, fieldKeys, queryKey, upload } = order;
    this.#order = order;
    this.#sealer = recordSealer(
      fields.map((field, number) =>
        fieldSealer(fieldKeys[number]!, { schema, field: field.name, generation }),
      ),
    );
    this.#columns = fields.map((field) => new ColumnCollector(field, queryKey));
    this.#id.set(upload);
  }

  /** Seal one record. Writes a segment when it is full. */
  async add(values: CheckedRecord['values']): Promise<void> {
    this.#id.writeUInt32BE(this.#first + this.#count, 12);
    const sealed = this.#sealer.seal(this.#id, values);
    this.#records.uint32(sealed.length);
    this.#records.bytes(sealed);
    for (let number = 0; number < values.length; number++) {
      const value = values[number];
      if (value?.type === 'n') this.#columns[number]!.addStep(this.#count, value.step);
      else if (value) this.#columns[number]!.addText(this.#count, value.text);
    }
    this.#count++;
    if (this.#count === recordsPerSegment || this.#records.length >= fullBytes) await this.#write();
  }

  /** Write what is left and say what there is. */
  async finish(): Promise<SpooledSegment[]> {
    if (this.#count > 0) await this.#write();
    return this.#written;
  }

  async #write(): Promise<void> {
    const { upload, queryKey, fields, folder, generation } = this.#order;
    const range: RecordRange = { upload: hex(upload), first: this.#first, count: this.#count };
    const id = randomBytes(16);
    const index = buildSegment(
      { id, queryKey, fields, ranges: [range] },
      this.#columns.map((column) => column.keys(this.#count)),
    );
    const { header, labels, blocks } = index;
    const head = segmentHead({ header, labels, blocks, upload, first: this.#first }, this.#count);
    const parts = [...head, ...this.#records.parts()];
    await writeDurably(join(folder, segmentFileName(hex(id))), parts);
    this.#written.push({
      bytes: parts.reduce((sum, part) => sum + part.length, 0),
      entry: {
        id: hex(id),
        records: this.#count,
        generation,
        header_hash: headerHash(header),
        ranges: [range],
      },
    });
    this.#first += this.#count;
    this.#count = 0;
    this.#records.clear();
    for (const column of this.#columns) column.clear();
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
