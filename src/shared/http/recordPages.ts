/** Pages of sealed records: searched for through the proxy, or listed as the service has them. */
import type { PartialPage } from '@cloakroom/client/types.ts';
import { listRecords, searchRecords, type Filter, type SealedRecord } from '@cloakroom/contract/records.ts';
import { list } from './call.ts';

/** A schema's id, and which part of its records. */
export type RecordPageQuery = { schema: string; limit: number; offset: number };
export type RecordPage = PartialPage<SealedRecord>;

/** The records that match every filter, as far as they can be read. @throws {Failure} as `call` does. */
export async function searchPage(
  wanted: RecordPageQuery & { filters: Filter[]; order_by?: string },
  signal: AbortSignal,
): Promise<RecordPage> {
  const page = await list(searchRecords, { body: { ...wanted, partial: true }, signal });
  return { ...page, items: page.items.filter((item): item is SealedRecord => 'id' in item) };
}

/** The records in upload order. @throws {Failure} as `call` does. */
export const listPage = (wanted: RecordPageQuery, signal: AbortSignal): Promise<RecordPage> =>
  list(listRecords, { query: wanted, signal });
