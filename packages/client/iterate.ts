/** Iterates over lists that are longer than one answer. */
import type { ListPage } from '@cloakroom/contract/list.ts';
import { maxPageSize, type PageRange } from './paginate.ts';

export type IterateOptions = {
  /** Items of one page. */
  pageSize?: number;
  offset?: number;
  /** How many items to read; all of them by default. */
  limit?: number;
};

/**
 * Reads a list page by page, each page when the loop reaches it. Leaving the loop ends it. What is created or deleted meanwhile may
 * be missing or appear twice.
 * @param readPage - reads one page.
 * @throws what `readPage` throws.
 */
export async function* iteratePages<Page extends ListPage<unknown>>(
  readPage: (range: PageRange) => Promise<Page>,
  { pageSize = maxPageSize, offset = 0, limit = Infinity }: IterateOptions = {},
): AsyncGenerator<Page> {
  let received = 0;
  while (received < limit) {
    const pageLimit = Math.min(pageSize, limit - received);
    const page = await readPage({ limit: pageLimit, offset: offset + received });
    if (page.items.length > 0) yield page;
    received += page.items.length;
    const isLast = page.total === null ? page.items.length < pageLimit : offset + received >= page.total;
    if (isLast || page.items.length === 0) return;
  }
}
