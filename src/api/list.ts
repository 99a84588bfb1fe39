/** Calls that answer a list, in either of the two shapes that lists come in. */
import type { z } from 'zod';
import { readList, type ListPage } from '@cloakroom/contract/list.ts';
import { unreadableHeader } from '@cloakroom/contract/records.ts';
import { checked, exchange, type GivenArgs, type JsonEndpoint } from './call.ts';

type ListEndpoint = JsonEndpoint & { reply: z.ZodArray };

/** A page, and how many items it leaves out or answers incompletely because what is stored of them is damaged. */
export type PartialPage<Item> = ListPage<Item> & { unreadable?: number };

/** How many items an answer's headers say to be unreadable. */
export const unreadableIn = (headers: Headers): { unreadable?: number } =>
  headers.has(unreadableHeader) ? { unreadable: Number(headers.get(unreadableHeader)) } : {};

/**
 * One page of a list and how many there are in all.
 * @throws {Failure} as `call` does.
 */
export async function list<E extends ListEndpoint>(
  endpoint: E,
  ...[given]: GivenArgs<E>
): Promise<PartialPage<z.output<E['reply']>[number]>> {
  const { text, headers } = await exchange(endpoint, given ?? {});
  return checked(endpoint, () => {
    const page = readList(
      endpoint.reply.element as z.ZodType,
      JSON.parse(text),
      headers.get('X-Total-Count'),
    );
    return { ...page, ...unreadableIn(headers) };
  });
}
