/** Reads all records of a search, sealed or decrypted: in one response of the proxy, or page by page. */
import { noteExport } from '@cloakroom/contract/audit.ts';
import { exportRecords as exportCall, type ExportedRecord } from '@cloakroom/contract/recordExport.ts';
import { recordBatch, type DecryptedRecord, type SealedRecord } from '@cloakroom/contract/records.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Failure } from '#src/shared/failure.ts';
import { openRecords } from '#src/workers/decrypt/openRecords.ts';
import { call, stream } from '#src/shared/http/call.ts';
import type { ExportQuery } from '#src/shared/exportOrder.ts';
import { listPage, searchPage } from '#src/shared/http/recordPages.ts';

/** Where an interrupted export continues. */
export type ExportedSoFar = {
  /** The number of records that were exported before. */
  offset: number;
  /** The id of the last of these records. */
  after?: string;
  /** The number of records when the export began. */
  total?: number;
};

type Page = { records: (SealedRecord | DecryptedRecord | ExportedRecord)[]; total: number };

/** Pages requested in advance: the proxy decrypts one page while the service searches for the next. */
const concurrency = 4;

async function pageOf(
  { behindProxy, open, schema, ...search }: ExportQuery,
  offset: number,
  signal: AbortSignal,
): Promise<Page> {
  if (!behindProxy && search.filters.length > 0)
    throw new Failure('no-proxy', 'Only your proxy can apply filters. Clear them to export all records.');
  const range = { schema, limit: recordBatch, offset };
  const {
    items,
    total,
    unreadable = 0,
  } = behindProxy
    ? await searchPage({ ...range, filters: search.filters, ...orderOf(search) }, signal)
    : await listPage(range, signal);
  if (unreadable > 0) throw new Failure('unexpected', incomplete(unreadable), { status: 422 });
  const records = open ? await openRecords(items) : items;
  requireUndamaged(records);
  return { records, total: total ?? offset + items.length };
}

function requireUndamaged(records: Page['records']): void {
  const damaged = records.filter((record) => 'damaged' in record).length;
  if (damaged > 0) throw new Failure('unexpected', incomplete(damaged), { status: 422 });
}

const noteInAuditLog = ({ schema, filters, open, format }: ExportQuery, records: number) =>
  call(noteExport, {
    params: { id: schema },
    body: { records, filtered: filters.length > 0, values: open ? 'decrypted' : 'encrypted', format },
  });

const incomplete = (count: number) =>
  `${formatQuantity(count, 'record')} can’t be read, because the service’s copy is damaged: no file is written, because they would be missing from it. ` +
  'Filter them out, or delete them, then export again.';

const orderOf = ({ order_by }: Pick<ExportQuery, 'order_by'>) => (order_by === undefined ? {} : { order_by });

/**
 * Yields the records of a search that are not exported yet, and notes the export in the audit log before the first ones.
 * @throws {Failure} before it yields anything if the export is refused; else as {@link pages} does.
 */
export const exportRecords = (
  query: ExportQuery,
  from: ExportedSoFar,
  signal: AbortSignal,
): AsyncGenerator<Page> =>
  query.behindProxy && query.order_by === undefined
    ? streamed(query, from, signal)
    : pages(query, from, signal);

/** The proxy leaves out records that are deleted meanwhile, and includes those that are added. */
async function* streamed(
  { schema, filters, open, format }: ExportQuery,
  { after }: ExportedSoFar,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const body = {
    schema,
    filters,
    decrypt: open,
    partial: open,
    format,
    ...(after !== undefined && { after }),
  };
  const { headers, lines } = await stream(exportCall, { body, signal });
  const total = Number(headers.get('X-Total-Count') ?? 0);
  for await (const records of lines) {
    requireUndamaged(records);
    yield { records, total };
  }
}

const deletedMeanwhile = () =>
  new Failure('conflict', 'Records were deleted while they were exported. Export them again.');

/**
 * Yields, page by page, the records that exist when the first page is read. Records that are added later come after them, and are left out.
 * @throws {Failure} `conflict` if records were deleted meanwhile, which shifts the others; else as `openRecords` does.
 */
async function* pages(
  query: ExportQuery,
  { offset: start, total: previousTotal }: ExportedSoFar,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const first = await pageOf(query, start, signal);
  const total = previousTotal ?? first.total;
  if (first.total < total) throw deletedMeanwhile();
  if (previousTotal === undefined) await noteInAuditLog(query, total);
  yield { records: first.records.slice(0, total - start), total };
  const pending: Promise<Page>[] = [];
  let requested = start + recordBatch;
  for (let offset = requested; offset < total; offset += recordBatch) {
    for (; pending.length < concurrency && requested < total; requested += recordBatch) {
      const page = pageOf(query, requested, signal);
      // Errors are thrown when the page is awaited.
      page.catch(() => undefined);
      pending.push(page);
    }
    const page = await pending.shift()!;
    if (page.total < total) throw deletedMeanwhile();
    yield { records: page.records.slice(0, total - offset), total };
  }
}
