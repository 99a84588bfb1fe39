/** The pages of lists of people, keys and events. */
import { useSearchParams } from 'react-router';

export const listPageSize = 50;

export type ListRange = { limit: number; offset: number };

/** The range of a page; pages count from 1. */
export const listRange = (page: number): ListRange => ({
  limit: listPageSize,
  offset: (page - 1) * listPageSize,
});

/** The page that the offset of an address is in; the first one for an invalid offset. */
export function pageIn(query: URLSearchParams, size: number): number {
  const offset = Number(query.get('offset') ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? Math.floor(offset / size) + 1 : 1;
}

/** Replaces the current history entry instead of adding one. */
export type PageOptions = { replace: boolean };

/**
 * The page of a list and its setter. The address has it as limit and offset, the first page has neither: `?limit=50&offset=100`
 * is page 3.
 */
export function useListPage(): [number, (page: number, options?: PageOptions) => void] {
  const [query, setQuery] = useSearchParams();
  const page = pageIn(query, listPageSize);
  const setPage = (next: number, { replace } = { replace: false }) => {
    if (next === page) return;
    setQuery(
      (current) => {
        const query = new URLSearchParams(current);
        for (const [name, value] of Object.entries(listRange(next)))
          if (next > 1) query.set(name, String(value));
          else query.delete(name);
        return query;
      },
      { preventScrollReset: true, replace },
    );
  };
  return [page, setPage];
}
