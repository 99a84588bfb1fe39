/** A list that comes page by page: its outline, its lines, or why there are none, with the way to the other pages. */
import { useEffect, type ReactNode } from 'react';
import { Stack } from './layout.ts';
import { Loaded, type LoadedProps } from './Loaded.tsx';
import { Pager } from './Pager.tsx';
import { pageCount } from './pagination.ts';

type Page<Item> = { items: readonly Item[]; total: number | null };

export type PagedListProps<Item> = Omit<LoadedProps<Page<Item>>, 'children'> & {
  /** What is paged, for the pager's name: "Pages of users". */
  pages: string;
  /** From 1. */
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  /** Stands in the place of an empty list. */
  empty?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** The pager shows once there is more than one page; a page that has vanished gives way to the last one. */
export function PagedList<Item>({
  pages,
  page,
  pageSize,
  onPage,
  empty,
  children,
  ...loaded
}: PagedListProps<Item>) {
  const { data } = loaded.from;
  const last = data && pageCount(data.total ?? data.items.length, pageSize);
  const beyond = last !== undefined && data?.items.length === 0 && page > last;
  useEffect(() => {
    if (beyond) onPage(last);
  }, [beyond, last, onPage]);
  return (
    <Loaded dated {...loaded}>
      {({ items, total }) => (
        <Stack>
          {items.length === 0 && !beyond ? empty : children(items)}
          {total !== null && total > pageSize && (
            <Pager label={pages} page={page} pageSize={pageSize} total={total} onPage={onPage} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
