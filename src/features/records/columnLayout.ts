/** The column layout of a schema's records, saved on this machine. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { densityNames } from '#src/ui/grid/density.ts';
import { columnLayouts } from '#src/shared/storage/localCache.ts';

const Layout = z.object({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  pinned: z.array(z.string()).default([]),
  widths: z.record(z.string(), z.number()),
  density: z.enum(densityNames).default('standard'),
  /** A column's name, with a leading minus for descending order. */
  sort: z.string().nullable(),
});
export type SavedLayout = z.infer<typeof Layout>;

/** Null if none is stored, or the stored one is invalid. */
const layoutQuery = (schema: string) =>
  queryOptions({
    queryKey: ['column layout', schema],
    queryFn: async () => Layout.safeParse(await columnLayouts.get(schema)).data ?? null,
    networkMode: 'always',
    staleTime: Infinity,
    // Read again on each visit, because the page itself changes it.
    gcTime: 0,
  });

/** Undefined until it is loaded. */
export const useSavedLayout = (schema: string) => useQuery(layoutQuery(schema)).data;

export const saveLayout = (schema: string, layout: SavedLayout): Promise<void> =>
  columnLayouts.put(schema, layout);
export const deleteLayout = (schema: string): Promise<void> => columnLayouts.remove(schema);
