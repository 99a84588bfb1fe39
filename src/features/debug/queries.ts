/** Queries of /debug: the layout of a chart, and the databases on this device. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { inventory, type DatabaseSize } from '#src/shared/storage/inventory.ts';
import { layOut } from '#src/workers/layout/layout.ts';

export type { DatabaseSize };

export const debugQueries = {
  all: ['debug'] as const,
  /** Laid out once, since a machine doesn't change while the page is open. */
  chart: (graph: ElkNode) =>
    queryOptions({
      queryKey: [...debugQueries.all, 'chart', graph.id] as const,
      queryFn: () => layOut(graph),
      staleTime: Infinity,
      retry: false,
    }),
  databases: () =>
    queryOptions({
      queryKey: [...debugQueries.all, 'databases'] as const,
      queryFn: inventory,
      gcTime: 0,
      retry: false,
      refetchInterval: 5000,
    }),
};

export const useChartLayout = (graph: ElkNode) => useQuery(debugQueries.chart(graph));
export const useDatabases = () => useQuery(debugQueries.databases());
