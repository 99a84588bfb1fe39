/** Exports records: all that match, batch by batch, each confirmed by the service. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { noteExport } from '@cloakroom/contract/audit.ts';
import { exportRecords } from '@cloakroom/contract/recordExport.ts';
import { totalLiveCount } from '@cloakroom/contract/liveRecords.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { originFor, withAbsoluteUrls } from '@cloakroom/server-kit/publicUrls.ts';
import type { RecordReference } from '@cloakroom/sealed-index/recordRanges.ts';
import { readableFieldsOf, recordDecryptorOf } from '../decryptRecords.ts';
import { readNoGroups } from '../decryptGroups.ts';
import { sealedFieldsIn } from '../sealedFields.ts';
import type { RecordPages } from '../search/recordPages.ts';
import type { SchemaRead, SchemaReads } from '../search/schemaReads.ts';
import { placesIn } from '../search/recordPlaces.ts';
import type { Searches } from '../search/searches.ts';
import { callerOf } from '../routes/serve.ts';
import type { Upstream } from '../upstream.ts';
import { afterIn, statedPlaceOf, type Cursor } from './cursor.ts';
import type { LineWorker } from './lineWorker.ts';
import type { LineTask, WrittenLines } from './writeLines.ts';
import {
  firstOf,
  isAfter,
  positionOf,
  referencesIn,
  spansAfter,
  spansOf,
  withIds,
  type Position,
  type Span,
} from './spans.ts';

type Deps = {
  upstream: Upstream;
  reads: SchemaReads;
  searches: Searches;
  pages: RecordPages;
  lines: LineWorker;
};

export type ExportQuery = z.output<typeof exportRecords.body> & {
  /** What precedes the paths of URLs in the lines. */
  origin: string;
};

/** Records of a batch that the thread decrypts. */
const maxBatchRecords = 16_384;
/** Records that are read or decrypted one by one, at once. */
const maxSingleRecords = 500;

/** The next lines; null after the last record. `total` counts all records that match. */
type Batch = { total: number; next: { bytes: Uint8Array; cursor: Cursor } | null };

/** An export whose first batch has been read. */
export type StartedExport = { total: number; chunks: AsyncGenerator<Uint8Array> };

export class RecordExports {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Reads the first batch, and records the export in the audit log.
   * @returns how many records match, and the lines in chunks, which must be read to their end or closed.
   * @throws {HttpProblem} as a search and decrypting do; 409 if the record to continue after is gone. The chunks throw the same.
   */
  async start(request: FastifyRequest, body: z.output<typeof exportRecords.body>): Promise<StartedExport> {
    const query: ExportQuery = { ...body, origin: originFor(request) };
    if (query.after !== undefined) statedPlaceOf(query.after);
    const cursor: Cursor = { last: [], after: query.after };
    const first = await this.#batchAfter(request, query, cursor);
    const { total } = first;
    await this.#deps.upstream.call(noteExport, {
      credentials: callerOf(request).credentials,
      params: { id: query.schema },
      body: {
        records: total,
        filtered: query.filters.length > 0,
        values: query.decrypt ? 'decrypted' : 'encrypted',
        format: query.format,
      },
    });
    return { total, chunks: this.#chunks(request, query, first) };
  }

  /** Each batch is read while the previous one is sent. */
  async *#chunks(request: FastifyRequest, query: ExportQuery, first: Batch): AsyncGenerator<Uint8Array> {
    for (let { next } = first; next;) {
      const following = this.#batchAfter(request, query, next.cursor);
      // An error is thrown when the promise is awaited.
      following.catch(() => undefined);
      yield next.bytes;
      ({ next } = await following);
    }
  }

  #read<Answer>(
    request: FastifyRequest,
    { schema, decrypt }: ExportQuery,
    read: (source: SchemaRead) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#deps.reads.run(request, schema, read, decrypt ? readableFieldsOf : undefined);
  }

  #batchAfter(request: FastifyRequest, query: ExportQuery, cursor: Cursor): Promise<Batch> {
    return this.#read(request, query, async (source) => {
      const limit = query.decrypt ? maxBatchRecords : maxSingleRecords;
      const { spans, offset, total } = await this.#spans(source, query, cursor, limit);
      if (spans.length === 0) {
        await source.confirm();
        return { total, next: null };
      }
      const { bytes, records } = await this.#written(source, query, spans);
      const last = firstOf(spans, records);
      const after = { last, manifest: source.manifest, offset: offset + records };
      return { total, next: { bytes, cursor: after } };
    });
  }

  /** The next records, how many matches are before them, and how many there are in all. */
  async #spans(
    source: SchemaRead,
    query: ExportQuery,
    cursor: Cursor,
    limit: number,
  ): Promise<{ spans: Span[]; offset: number; total: number }> {
    const { manifest } = source;
    const after = afterIn(manifest, cursor);
    if (query.filters.length === 0)
      return {
        spans: spansAfter(manifest, after, limit),
        offset: 0,
        total: totalLiveCount(manifest.segments),
      };
    const offset =
      cursor.manifest === manifest && cursor.offset !== undefined
        ? cursor.offset
        : await this.#offsetAfter(source, query, after);
    const { records, total } = await this.#matches(source, query, { limit, offset });
    return { spans: spansOf(manifest, records), offset, total };
  }

  async #matches(
    source: SchemaRead,
    { filters, partial }: ExportQuery,
    page: { limit: number; offset: number },
  ) {
    const found = await this.#deps.searches.references(source, { filters, partial, ...page });
    // The search has read a newer manifest: so does the whole batch.
    if (found.manifest !== source.manifest) throw new HttpProblem(412, 'The records have changed.');
    return found;
  }

  /** How many matches are not after a position, found by bisection: matches are in the order of the manifest. */
  async #offsetAfter(source: SchemaRead, query: ExportQuery, after: Position | null): Promise<number> {
    if (!after) return 0;
    const { answer: total } = await this.#deps.searches.count(source, query);
    let [low, high] = [0, total];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [match] = (await this.#matches(source, query, { limit: 1, offset: middle })).records;
      const position = match && positionOf(source.manifest, match);
      if (!position || isAfter(position, after)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The lines of the first of the spans' records. */
  async #written(source: SchemaRead, query: ExportQuery, spans: readonly Span[]): Promise<WrittenLines> {
    if (!query.decrypt) return this.#sealed(source, query, referencesIn(spans));
    const isGrouped = ({ entry }: Span) => entry.group_records !== undefined;
    const end = spans.findIndex((span) => isGrouped(span) !== isGrouped(spans[0]!));
    const alike = end < 0 ? spans : spans.slice(0, end);
    return isGrouped(spans[0]!)
      ? this.#deps.lines.write(this.#lineTask(source, query, alike))
      : this.#single(source, query, referencesIn(alike));
  }

  #lineTask(
    { caller, own, manifest, expected }: SchemaRead,
    query: ExportQuery,
    spans: readonly Span[],
  ): LineTask {
    const generations = [...new Set(spans.map(({ entry }) => entry.generation))];
    const readableIn = readableFieldsOf(own);
    const sealedIn = sealedFieldsIn(manifest, own.fields);
    return {
      upstream: this.#deps.upstream.origin,
      credentials: caller.credentials,
      schema: own.schema.id,
      generations: generations.map((generation) => {
        const sealed = sealedIn(generation);
        const { readable, keys, withheld } = readableIn(sealedIn, generation);
        return {
          generation,
          fieldCount: sealed.length,
          fields: readable.map((field, at) => ({
            name: field.name,
            number: sealed.indexOf(field),
            key: keys[at]!,
          })),
          withheld,
        };
      }),
      spans: withIds(spans, placesIn(manifest)).map(({ upload, first, count, entry, id }) => ({
        upload,
        first,
        count,
        generation: entry.generation,
        id,
      })),
      expected: expected(manifest),
      partial: query.partial,
      origin: query.origin,
    };
  }

  /** Records of earlier versions, which were sealed one by one. */
  async #single(
    { caller, own, manifest, confirm }: SchemaRead,
    query: ExportQuery,
    references: readonly RecordReference[],
  ): Promise<WrittenLines> {
    const requested = references.slice(0, maxSingleRecords);
    const sealed = await this.#deps.pages.sealed(caller.credentials, own.schema.id, requested, query.partial);
    const open = await recordDecryptorOf(own)(sealed, manifest, readNoGroups);
    const opened = sealed.map((record) => {
      const { empty: _, ...rest } = open(record, query.partial);
      return rest;
    });
    await confirm();
    return { bytes: linesOf(opened, query.origin), records: requested.length };
  }

  async #sealed(
    { caller, own, manifest, expected }: SchemaRead,
    { partial, origin }: ExportQuery,
    references: readonly RecordReference[],
  ): Promise<WrittenLines> {
    const place = { credentials: caller.credentials, own, manifest };
    const options = { partial, expected: expected(manifest) };
    const records = await this.#deps.pages.read(place, references, options);
    return { bytes: linesOf(records, origin), records: references.length };
  }
}

const encoder = new TextEncoder();

/** Each record as a line of JSON. */
const linesOf = (records: readonly object[], origin: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(
    records
      .map((record) => `${JSON.stringify(withAbsoluteUrls(exportRecords.line, record, origin))}\n`)
      .join(''),
  );
