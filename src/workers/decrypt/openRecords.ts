/** Has the proxy decrypt records. */
import {
  decryptRecords,
  recordLimits,
  type DecryptedRecord,
  type SealedRecord,
} from '@cloakroom/contract/records.ts';
import { Failure } from '#src/shared/failure.ts';
import { mapInBatches } from './mapInBatches.ts';
import { call } from '#src/shared/http/call.ts';

/** A sealed record; `fields` names all fields that it has values of, where `data` has only some of them. */
export type RecordToOpen = SealedRecord & { fields?: string[] };

/**
 * Decrypts any index of records, in batches of the size that the proxy accepts. Returns them in the same order.
 * Lost or damaged values are left out, and their fields named.
 * @throws {Failure} status 403 without permission, 404 if a record is missing, 422 if the keys don't match.
 */
export const openRecords = (records: RecordToOpen[]): Promise<DecryptedRecord[]> =>
  mapInBatches(records, recordLimits.decrypt, openBatch);

async function openBatch(records: RecordToOpen[]): Promise<DecryptedRecord[]> {
  const batch = records.map(({ id, schema, data, field_set, fields }) => ({
    ...{ id, schema, data },
    ...(field_set !== undefined && { field_set }),
    ...(fields && { fields }),
  }));
  const answer = await call(decryptRecords, { query: { partial: 'true' }, body: batch });
  if (answer.some(({ id }, number) => id !== batch[number]?.id) || answer.length !== batch.length)
    throw new Failure('not-found', 'The proxy left out a record.', { status: 404 });
  return answer;
}
