/** Iterates over lists that are longer than one answer. */
import { maxPageSize, type PageRange } from './paginate.ts';
import type { PartialPage } from './types.ts';

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
export async function* iteratePages<Page extends PartialPage<unknown>>(
  readPage: (range: PageRange) => Promise<Page>,
  { pageSize = maxPageSize, offset = 0, limit = Infinity }: IterateOptions = {},
): AsyncGenerator<Page> {
  let passed = 0;
  while (passed < limit) {
    const pageLimit = Math.min(pageSize, limit - passed);
    const page = await readPage({ limit: pageLimit, offset: offset + passed });
    if (page.items.length > 0) yield page;
    // Unreadable items count as well: they are omitted from the page, or returned incompletely.
    const length = Math.min(pageLimit, page.items.length + (page.unreadable ?? 0));
    passed += length;
    const isLast = page.total === null ? length < pageLimit : offset + passed >= page.total;
    if (isLast || length === 0) return;
  }
}
