/** Pages of sealed records: searched for through the proxy, or listed as the service has them. */
import { listRecords, SealedRecord, searchRecords, type Filter } from '@cloakroom/contract/records.ts';
import { readList } from '@cloakroom/contract/list.ts';
import { checked, exchange } from './call.ts';
import { list, unreadableIn, type PartialPage } from './list.ts';

/** A schema's id, and which part of its records. */
export type PageWanted = { schema: string; limit: number; offset: number };
export type RecordPage = PartialPage<SealedRecord>;

/** The records that match every filter, as far as they can be read. @throws {Failure} as `call` does. */
export async function searchPage(
  wanted: PageWanted & { filters: Filter[]; order_by?: string },
  signal: AbortSignal,
): Promise<RecordPage> {
  const page = await list(searchRecords, { body: { ...wanted, partial: true }, signal });
  return { ...page, items: page.items.filter((item): item is SealedRecord => 'id' in item) };
}

/** The records in upload order. @throws {Failure} as `call` does. */
export async function listPage(wanted: PageWanted, signal: AbortSignal): Promise<RecordPage> {
  const { text, headers } = await exchange(listRecords, { query: wanted, signal });
  return checked(listRecords, () => ({
    ...readList(SealedRecord, JSON.parse(text), headers.get('X-Total-Count')),
    ...unreadableIn(headers),
  }));
}
