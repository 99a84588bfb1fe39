/** Calls that answer a list, in either of the two shapes that lists come in. */
import type { ListEndpoint, ListItem, PartialPage } from '@cloakroom/client/types.ts';
import { withClient, type PageArgs } from './call.ts';

/**
 * One page of a list and how many there are in all.
 * @throws {Failure} as `call` does.
 */
export const list = <E extends ListEndpoint>(
  endpoint: E,
  ...args: PageArgs<E>
): Promise<PartialPage<ListItem<E>>> =>
  withClient(endpoint, args, (page, ...rest) => page.list(endpoint, ...rest));
