/** Caches verified manifests, which are used again if the service answers that they are unchanged. */
import { LRUCache } from 'lru-cache';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { isLater } from '../epochs/order.ts';

/** A manifest of many small segments is large. */
const maxManifests = 32;

export class KnownManifests {
  readonly #manifests = new LRUCache<string, { manifest: Manifest; queryKey: Buffer }>({ max: maxManifests });

  /** The schema's last manifest that was verified with this key; with any key if none is given. */
  of(schema: string, queryKey?: Uint8Array): Manifest | null {
    const found = this.#manifests.get(schema);
    return found && (!queryKey || found.queryKey.equals(queryKey)) ? found.manifest : null;
  }

  /** Caches a verified manifest, unless a newer one is cached. The empty one without a MAC is not cached. */
  add(manifest: Manifest, queryKey: Uint8Array): void {
    const { schema, mac } = manifest;
    if (mac === '' || !isLater(manifest, this.of(schema, queryKey))) return;
    this.#manifests.set(schema, { manifest, queryKey: Buffer.from(queryKey) });
  }
}
