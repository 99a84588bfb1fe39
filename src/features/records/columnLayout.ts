/** How a schema's records were laid out when one last looked at them on this machine. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { layouts } from '#src/shared/storage/layouts.ts';

const Layout = z.object({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
  /** A column's name, after a minus when it is sorted downwards. */
  sort: z.string().nullable(),
});
export type SavedLayout = z.infer<typeof Layout>;

/** Null when none is kept, or none that this console understands. */
const layoutQuery = (schema: string) =>
  queryOptions({
    queryKey: ['column layout', schema],
    queryFn: async () => Layout.safeParse(await layouts.get(schema)).data ?? null,
    networkMode: 'always',
    staleTime: Infinity,
    // It is read anew with each visit: it changes while one looks.
    gcTime: 0,
  });

/** Undefined until the database has said. */
export const useSavedLayout = (schema: string) => useQuery(layoutQuery(schema)).data;

export const saveLayout = (schema: string, layout: SavedLayout): Promise<void> => layouts.put(schema, layout);
export const deleteLayout = (schema: string): Promise<void> => layouts.remove(schema);
