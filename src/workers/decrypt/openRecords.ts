/** Asks the proxy to open records, a batch at a time. */
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
 * Open records, in the order given. Their number is not limited; each call carries as many as the proxy takes.
 * Values that are lost or damaged are left out, and their fields named.
 * @throws {Failure} with status 403 when one may not, 404 when a record is gone or left out, 422 when the keys don't fit.
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
