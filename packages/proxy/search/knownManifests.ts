/** Manifests that were checked and may be used again where the service says that they are unchanged. */
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { isLater } from '../epochs/order.ts';

/** A manifest of many small segments is long: the schemas in use are few. */
const most = 32;

export class KnownManifests {
  readonly #kept = new Map<string, { manifest: Manifest; queryKey: Buffer }>();

  /** The schema's manifest that was last checked with this key; with whichever when none is given. */
  of(schema: string, queryKey?: Uint8Array): Manifest | null {
    const found = this.#kept.get(schema);
    return found && (!queryKey || found.queryKey.equals(queryKey)) ? found.manifest : null;
  }

  /** Keep a checked manifest, unless a newer one is kept already. The empty one without a MAC is not worth it. */
  keep(manifest: Manifest, queryKey: Uint8Array): void {
    const { schema, mac } = manifest;
    if (mac === '' || !isLater(manifest, this.of(schema, queryKey))) return;
    this.#kept.delete(schema);
    this.#kept.set(schema, { manifest, queryKey: Buffer.from(queryKey) });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > most && oldest !== undefined) this.#kept.delete(oldest);
  }
}
