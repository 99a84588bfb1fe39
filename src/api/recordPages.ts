/** Pages of sealed records: searched for through the proxy, or listed as the service has them. */
import { listRecords, SealedRecord, searchRecords, type Filter } from '#contract/records.ts';
import { readList, type ListPage } from '#contract/list.ts';
import { checked, exchange } from './call.ts';
import { list } from './list.ts';

/** A schema's id, and which part of its records. */
export type PageWanted = { schema: string; limit: number; offset: number };
export type RecordPage = ListPage<SealedRecord>;

/** The records that match every filter. @throws {Failure} with status 405 where no proxy answers; else as `call` does. */
export async function searchPage(
  wanted: PageWanted & { filters: Filter[]; order_by?: string },
  signal: AbortSignal,
): Promise<RecordPage> {
  const { items, total } = await list(searchRecords, { body: wanted, signal });
  return { items: items.filter((item): item is SealedRecord => 'id' in item), total };
}

/** The records in upload order. @throws {Failure} as `call` does. */
export async function listPage(wanted: PageWanted, signal: AbortSignal): Promise<RecordPage> {
  const { text, headers } = await exchange(listRecords, { query: wanted, signal });
  return checked(listRecords, () => readList(SealedRecord, JSON.parse(text), headers.get('X-Total-Count')));
}
