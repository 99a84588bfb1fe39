/** Routes of searches, which the proxy answers because filters must not leave this machine. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { listHeaders, type ListPage } from '@cloakroom/contract/list.ts';
import {
  listRecords,
  RecordQuery,
  searchRecords,
  unreadableHeader,
  type SealedRecord,
} from '@cloakroom/contract/records.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { rejectUnknownParameters, sendList } from '@cloakroom/server-kit/serve.ts';
import type { Schemas } from '../schemas.ts';
import type { SearchHandles } from '../search/searchHandles.ts';
import type { Searches, SearchResult } from '../search/searches.ts';
import { callerOf, requireCaller, serve } from './serve.ts';
import type { Forward } from './forward.ts';

type Deps = { schemas: Schemas; searches: Searches; handles: SearchHandles; forward: Forward };

/** Rows of an answer: sealed records, or one aggregate's value in the shape of a record. */
type Rows = ListPage<SealedRecord | { data: { value: number | string | null } }>;

const rowsOf = (result: SearchResult): Rows =>
  'value' in result
    ? { items: [{ data: { value: result.value } }], total: 1 }
    : { items: result.records, total: result.total };

export function searchRoutes(app: FastifyInstance, { schemas, searches, handles, forward }: Deps): void {
  serve(app, searchRecords, async ({ body, request, reply }) => {
    const caller = callerOf(request);
    const pendingManifest = searches.prefetch(caller, body.schema);
    const own = await schemas.of(caller, body.schema);
    const { answer, unreadable } = await searches.run(caller, own, body, pendingManifest);
    if (unreadable > 0) reply.header(unreadableHeader, unreadable);
    const searchQueryString = handles.name(caller.user, body);
    const { items, total } = rowsOf(answer);
    // Further pages are requested by the search's handle, so that URLs contain no filters.
    reply
      .header('X-Query', searchQueryString)
      .headers(listHeaders(`${listRecords.path}?${searchQueryString}`, body, total ?? 0));
    return items;
  });

  /** A page of an earlier search, by its handle; other lists are forwarded to the service. */
  app.get(listRecords.path, async (request, reply): Promise<FastifyReply> => {
    if (!NamedQuery.safeParse(request.query).success) return forward(listRecords)(request, reply);
    await requireCaller(request);
    const caller = callerOf(request);
    rejectUnknownParameters(listRecords, request.query);
    const query = RecordQuery.parse(request.query);
    const search = handles.find(caller.user, query.schema, query.query ?? '');
    if (!search) throw new HttpProblem(404, 'This search is not known here any more. Search again.');
    const pendingManifest = searches.prefetch(caller, query.schema);
    const own = await schemas.of(caller, query.schema);
    const { limit, offset, partial } = query;
    const pagedSearch = { ...search, limit, offset, partial };
    const { answer, unreadable } = query.count_only
      ? await searches.count(caller, own, pagedSearch, pendingManifest)
      : await searches.run(caller, own, pagedSearch, pendingManifest);
    if (unreadable > 0) reply.header(unreadableHeader, unreadable);
    if (typeof answer === 'number') return reply.send({ count: answer });
    const { items, total } = rowsOf(answer);
    const page = { items, total: query.skip_count ? null : total };
    return reply.send(sendList({ request, reply, query }, page));
  });
}

const NamedQuery = z.looseObject({ query: z.string() });
