/** Asks the proxy to open records, a batch at a time. */
import { decryptRecords, recordLimits, type OpenRecord, type SealedRecord } from '#contract/records.ts';
import { Failure } from '#src/lib/failure.ts';
import { call } from './call.ts';

/**
 * Open records, in the order given. Their number is not limited; each call carries as many as the proxy takes.
 * @throws {Failure} with status 403 when one may not, 404 when a record is gone or left out, 422 when the keys don't fit.
 */
export async function openRecords(records: SealedRecord[]): Promise<OpenRecord[]> {
  const opened: OpenRecord[] = [];
  for (let at = 0; at < records.length; at += recordLimits.decrypt) {
    const batch = records
      .slice(at, at + recordLimits.decrypt)
      .map(({ id, schema, data }) => ({ id, schema, data }));
    const answer = await call(decryptRecords, { body: batch });
    if (answer.some(({ id }, number) => id !== batch[number]?.id) || answer.length !== batch.length)
      throw new Failure('not-found', 'The proxy left out a record.', { status: 404 });
    opened.push(...answer);
  }
  return opened;
}
