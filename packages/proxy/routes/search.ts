/** Routes of searches, which the proxy answers because filters must not leave this machine. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { listHeaders, type ListPage, unreadableHeader } from '@cloakroom/contract/list.ts';
import {
  listRecords,
  RecordQuery,
  searchQueryHeader,
  searchRecords,
  type SealedRecord,
} from '@cloakroom/contract/records.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { rejectUnknownParameters, sendList } from '@cloakroom/server-kit/serve.ts';
import type { SchemaReads } from '../search/schemaReads.ts';
import type { SearchHandles } from '../search/searchHandles.ts';
import type { PartialAnswer } from '../search/damagedSegments.ts';
import type { Searches, SearchResult } from '../search/searches.ts';
import { callerOf, requireKnownCaller, serveReads } from './serve.ts';
import type { Forward } from './forward.ts';

type Deps = { reads: SchemaReads; searches: Searches; handles: SearchHandles; forward: Forward };

/** Rows of an answer: sealed records, or one aggregate's value in the shape of a record. */
type Rows = ListPage<SealedRecord | { data: { value: number | string | null } }>;

const rowsOf = (result: SearchResult): Rows =>
  'value' in result
    ? { items: [{ data: { value: result.value } }], total: 1 }
    : { items: result.records, total: result.total };

export function searchRoutes(app: FastifyInstance, { reads, searches, handles, forward }: Deps): void {
  serveReads(app, searchRecords, async ({ body, request, reply }) => {
    const { answer, unreadable } = await reads.run(request, body.schema, (source) =>
      searches.run(source, body),
    );
    if (unreadable > 0) reply.header(unreadableHeader, unreadable);
    const searchQueryString = handles.store(callerOf(request).user, body);
    const { items, total } = rowsOf(answer);
    // Further pages are requested by the search's handle, so that URLs contain no filters.
    reply
      .header(searchQueryHeader, searchQueryString)
      .headers(listHeaders(`${listRecords.path}?${searchQueryString}`, body, total ?? 0));
    return items;
  });

  /** A page of an earlier search, by its handle; other lists are forwarded to the service. */
  app.get(
    listRecords.path,
    { config: { call: listRecords } },
    async (request, reply): Promise<FastifyReply> => {
      if (!NamedQuery.safeParse(request.query).success) return forward(listRecords)(request, reply);
      await requireKnownCaller(request);
      const caller = callerOf(request);
      rejectUnknownParameters(listRecords, request.query);
      const query = RecordQuery.parse(request.query);
      const search = handles.find(caller.user, query.schema, query.query ?? '');
      if (!search) throw new HttpProblem(404, 'This search is not known here any more. Search again.');
      const { limit, offset, partial } = query;
      const pagedSearch = { ...search, limit, offset, partial };
      const { answer, unreadable } = await reads.run(
        request,
        query.schema,
        (source): Promise<PartialAnswer<number | SearchResult>> =>
          query.count_only ? searches.count(source, pagedSearch) : searches.run(source, pagedSearch),
      );
      if (unreadable > 0) reply.header(unreadableHeader, unreadable);
      if (typeof answer === 'number') return reply.send({ count: answer });
      const { items, total } = rowsOf(answer);
      const page = { items, total: query.skip_count ? null : total };
      return reply.send(sendList({ request, reply, query }, page));
    },
  );
}

const NamedQuery = z.looseObject({ query: z.string() });
