/** A paginated list, with its loading, error and empty states. */
import { useEffect, type ReactNode } from 'react';
import { listPageSize, type PageOptions } from '#src/shared/listPages.ts';
import { Stack } from './layout.ts';
import { Loaded, type LoadedProps } from './Loaded.tsx';
import { Pager } from './Pager.tsx';
import { pageCount } from './pagination.ts';

type ItemPage<Item> = { items: readonly Item[]; total: number | null };

export type PagedListProps<Item> = Omit<LoadedProps<ItemPage<Item>>, 'children'> & {
  /** The label of the pager: "Pages of users". */
  pages: string;
  /** From 1. */
  page: number;
  onPage: (page: number, options?: PageOptions) => void;
  /** Shown if the list is empty. */
  empty?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** Shows the pager if there are several pages. Goes to the last page if the current one no longer exists. */
export function PagedList<Item>({ pages, page, onPage, empty, children, ...loaded }: PagedListProps<Item>) {
  const { data } = loaded.from;
  const last = data && pageCount(data.total ?? data.items.length, listPageSize);
  const beyond = last !== undefined && data?.items.length === 0 && page > last;
  useEffect(() => {
    if (beyond) onPage(last, { replace: true });
  }, [beyond, last, onPage]);
  return (
    <Loaded dated shape="table" {...loaded}>
      {({ items, total }) => (
        <Stack>
          {items.length === 0 && !beyond ? empty : children(items)}
          {total !== null && total > listPageSize && (
            <Pager label={pages} page={page} pageSize={listPageSize} total={total} onPage={onPage} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
