/** Pages of sealed records: searched by the proxy, or listed by the service. */
import type { PartialPage } from '@cloakroom/client/types.ts';
import { listRecords, searchRecords, type Filter, type SealedRecord } from '@cloakroom/contract/records.ts';
import { list } from './call.ts';

/** A schema's id and a range of its records. */
export type RecordPageQuery = { schema: string; limit: number; offset: number };
export type RecordPage = PartialPage<SealedRecord>;

/** The readable records that match all filters. @throws {Failure} as `call` does. */
export async function searchPage(
  query: RecordPageQuery & { filters: Filter[]; order_by?: string },
  signal: AbortSignal,
): Promise<RecordPage> {
  const page = await list(searchRecords, { body: { ...query, partial: true }, signal });
  return { ...page, items: page.items.filter((item): item is SealedRecord => 'id' in item) };
}

/** The records in upload order. @throws {Failure} as `call` does. */
export const listPage = (query: RecordPageQuery, signal: AbortSignal): Promise<RecordPage> =>
  list(listRecords, { query, signal });
