/** Searches by a short name, so that a script can ask again without its filters leaving this machine. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SearchBody } from '@cloakroom/contract/records.ts';

/** A search without its page. */
export type NamedSearch = Pick<SearchBody, 'schema' | 'filters' | 'order_by'>;

const maxSearches = 10_000;

export class SearchHandles {
  readonly #searches = new LRUCache<string, { user: string; search: NamedSearch }>({ max: maxSearches });

  /** The fragment of an address that stands for a search: ASCII, a hundred characters at most. */
  name(user: string, { schema, filters, order_by }: NamedSearch): string {
    const handle = randomBytes(16).toString('base64url');
    this.#searches.set(handle, { user, search: { schema, filters, order_by } });
    return new URLSearchParams({ schema, query: handle }).toString();
  }

  /** A person's search; null when it is another person's, unknown or forgotten. */
  find(user: string, schema: string, handle: string): NamedSearch | null {
    const found = this.#searches.get(handle);
    return found?.user === user && found.search.schema === schema ? found.search : null;
  }
}
