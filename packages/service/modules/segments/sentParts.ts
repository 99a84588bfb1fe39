/** The parts that come with a manifest: written before the transaction that publishes it. */
import { createHash } from 'node:crypto';
import type { PartsOwner, PartStore, WrittenParts } from '../../store/partStore.ts';

export type SentParts = {
  /** Where other parts of the schema are. */
  store: PartStore;
  /** By hash. */
  bytes: ReadonlyMap<string, Uint8Array>;
  written: WrittenParts;
};

/** Nothing is sent. */
export const noParts = (store: PartStore): SentParts => ({
  store,
  bytes: new Map(),
  written: { insert: () => Promise.resolve(), discard: () => Promise.resolve() },
});

/**
 * Writes parts and runs a transaction that may insert them. Those of a manifest that is refused are deleted again; of a service that
 * is killed meanwhile they are orphans, which are swept. The caller has checked that the person may publish.
 * @param sent - in base64. @throws {StoreUnavailable}
 */
export async function withSentParts<Result>(
  store: PartStore,
  owner: PartsOwner,
  sent: readonly string[] | undefined,
  transact: (parts: SentParts) => Promise<Result>,
): Promise<Result> {
  if (!sent || sent.length === 0) return transact(noParts(store));
  const bytes = new Map(
    sent.map((text) => {
      const part = Buffer.from(text, 'base64');
      return [createHash('sha256').update(part).digest('hex'), part];
    }),
  );
  const written = await store.write(owner, bytes);
  const state = { inserted: false };
  const insert: WrittenParts['insert'] = async (transaction, hashes) => {
    await written.insert(transaction, hashes);
    state.inserted = true;
  };
  try {
    return await transact({ store, bytes, written: { ...written, insert } });
  } finally {
    // A commit of which the answer is lost may have succeeded, so its parts stay.
    if (!state.inserted) await written.discard();
  }
}
