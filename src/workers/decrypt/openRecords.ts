/** Asks the proxy to decrypt records. */
import {
  decryptRecords,
  recordBatch,
  type DecryptedRecord,
  type SealedRecord,
} from '@cloakroom/contract/records.ts';
import { Failure } from '#src/shared/failure.ts';
import { call } from '#src/shared/http/call.ts';

/** Maps items batch by batch, sequentially. Returns all results in order. */
export async function mapInBatches<Item, Result>(
  items: readonly Item[],
  batchSize: number,
  mapBatch: (batch: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += batchSize)
    results.push(...(await mapBatch(items.slice(at, at + batchSize))));
  return results;
}

/** A sealed record; `fields` names all fields of which the record has values, if `data` has only some of them. */
export type RecordToOpen = SealedRecord & { fields?: string[] };

/**
 * Decrypts any number of records, in batches of the size that the proxy accepts. Returns them in the same order.
 * Lost or damaged values are missing, and `damaged` names their fields.
 * @throws {Failure} status 403 without permission, 404 if a record is missing, 422 if the keys don't match.
 */
export const openRecords = (records: RecordToOpen[]): Promise<DecryptedRecord[]> =>
  mapInBatches(records, recordBatch, openBatch);

async function openBatch(records: RecordToOpen[]): Promise<DecryptedRecord[]> {
  const batch = records.map(({ id, schema, data, field_set, fields }) => ({
    id,
    schema,
    data,
    ...(field_set !== undefined && { field_set }),
    ...(fields && { fields }),
  }));
  const decrypted = await call(decryptRecords, { query: { partial: 'true' }, body: batch });
  if (decrypted.some(({ id }, i) => id !== batch[i]?.id) || decrypted.length !== batch.length)
    throw new Failure('not-found', 'The proxy left out a record.', { status: 404 });
  return decrypted;
}
