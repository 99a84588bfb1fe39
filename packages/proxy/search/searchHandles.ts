/** Stores searches under random handles, so that URLs of further pages contain no filters. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SearchBody } from '@cloakroom/contract/records.ts';

/** A search without its page. */
export type StoredSearch = Pick<SearchBody, 'schema' | 'filters' | 'order_by'>;

const maxSearches = 10_000;

export class SearchHandles {
  readonly #searches = new LRUCache<string, { user: string; search: StoredSearch }>({ max: maxSearches });

  /** Stores a search. @returns the query string that stands for it: ASCII, at most a hundred characters. */
  store(user: string, { schema, filters, order_by }: StoredSearch): string {
    const handle = randomBytes(16).toString('base64url');
    this.#searches.set(handle, { user, search: { schema, filters, order_by } });
    return new URLSearchParams({ schema, query: handle }).toString();
  }

  /** A person's search; null if it is another person's, unknown or evicted. */
  find(user: string, schema: string, handle: string): StoredSearch | null {
    const found = this.#searches.get(handle);
    return found?.user === user && found.search.schema === schema ? found.search : null;
  }
}
