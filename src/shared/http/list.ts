/** Calls to list endpoints, whose replies have one of two shapes. */
import type { ListEndpoint, ListItem, PartialPage } from '@cloakroom/client/types.ts';
import { withClient, type PageArgs } from './call.ts';

/**
 * Reads one page of a list and the total.
 * @throws {Failure} as `call` does.
 */
export const list = <E extends ListEndpoint>(
  endpoint: E,
  ...args: PageArgs<E>
): Promise<PartialPage<ListItem<E>>> =>
  withClient(endpoint, args, (page, ...rest) => page.list(endpoint, ...rest));
