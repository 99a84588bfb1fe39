/** Lists: an array, its total in X-Total-Count and links to other pages in Link. */
import { z } from 'zod';
import type { Headers } from './endpoint.ts';

export const defaultLimit = 50;

/**
 * How many records an answer omits or returns incompletely because their stored data is damaged. Absent if everything could
 * be read. Searches and decryption do so only for calls with `partial`; others are refused.
 */
export const unreadableHeader = 'X-Unreadable-Records';

/** The requested page of a list: at most `maxLimit` items, from `offset`. */
export const listQuery = (maxLimit = 1000) =>
  z.object({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxLimit)
      .default(defaultLimit)
      .describe('The largest number of items that a page may have.'),
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .default(0)
      .describe('How many items precede the page.'),
  });

/** The headers of a page, for the API's docs. @param always - whether every page has them. */
export function pageHeaders(always: boolean): Headers {
  const presence = always ? { always } : {};
  return {
    'X-Total-Count': {
      description: 'The number of items in all.',
      schema: z.number().int().min(0),
      ...presence,
    },
    Link: {
      description: 'The addresses of other pages: `first` and `last`, `prev` and `next` where there is one.',
      schema: z.string(),
      ...presence,
    },
  };
}

/** One page, and the number of items in all; null if it was not counted. */
export type ListPage<Item> = { items: Item[]; total: number | null };

/**
 * The headers of a list's answer.
 * @param url - the request's path and query; its limit and offset are replaced in each link.
 */
export function listHeaders(
  url: string,
  { limit, offset }: { limit: number; offset: number },
  total: number,
): Record<string, string> {
  const [path = '', search = ''] = url.split('?');
  const at = (position: number) => {
    const query = new URLSearchParams(search);
    query.set('limit', String(limit));
    query.set('offset', String(position));
    return `${path}?${query.toString()}`;
  };
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const links = [`<${at(0)}>; rel="first"`, `<${at(last)}>; rel="last"`];
  if (offset > 0) links.push(`<${at(Math.max(0, offset - limit))}>; rel="prev"`);
  if (offset + limit < total) links.push(`<${at(offset + limit)}>; rel="next"`);
  return { 'X-Total-Count': String(total), Link: links.join(', ') };
}

/** Reads a list's answer in either of its two forms: an array with X-Total-Count, or `{count, results}`. */
export function readList<Item extends z.ZodType>(
  item: Item,
  body: unknown,
  totalHeader: string | null,
): ListPage<z.output<Item>> {
  const counted = z.object({ count: z.number(), results: z.array(item) }).safeParse(body);
  if (counted.success) return { items: counted.data.results, total: counted.data.count };
  const items = z.array(item).parse(body);
  return { items, total: totalHeader === null ? null : Number(totalHeader) };
}
