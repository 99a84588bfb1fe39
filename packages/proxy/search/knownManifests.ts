/** Manifests that were checked and may be used again where the service says that they are unchanged. */
import { LRUCache } from 'lru-cache';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { isLater } from '../epochs/order.ts';

/** Few: a manifest of many small segments is long. */
const maxManifests = 32;

export class KnownManifests {
  readonly #manifests = new LRUCache<string, { manifest: Manifest; queryKey: Buffer }>({ max: maxManifests });

  /** The schema's manifest that was last checked with this key; with whichever when none is given. */
  of(schema: string, queryKey?: Uint8Array): Manifest | null {
    const found = this.#manifests.get(schema);
    return found && (!queryKey || found.queryKey.equals(queryKey)) ? found.manifest : null;
  }

  /** Keep a checked manifest, unless a newer one is kept already. The empty one without a MAC is not worth it. */
  add(manifest: Manifest, queryKey: Uint8Array): void {
    const { schema, mac } = manifest;
    if (mac === '' || !isLater(manifest, this.of(schema, queryKey))) return;
    this.#manifests.set(schema, { manifest, queryKey: Buffer.from(queryKey) });
  }
}
