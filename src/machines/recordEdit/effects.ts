/** Effects of the edit of a record: the decrypt worker and the calls of the API, which undo uses too. */
import { fromPromise } from 'xstate';
import { ifMatchHeader, updateRecord } from '@cloakroom/contract/recordChanges.ts';
import {
  createRecords,
  deleteRecords,
  getRecord,
  recordTag,
  type SealedRecord,
} from '@cloakroom/contract/records.ts';
import { call } from '#src/shared/http/call.ts';
import { retryTransient } from '#src/shared/http/retry.ts';
import { Failure } from '#src/shared/failure.ts';
import { decryptRecords } from '#src/workers/decrypt/decrypt.ts';
import { recordEditMachine } from './machine.ts';
import type { NewValues, PlainValues, ReadInput, SaveInput } from './types.ts';

/**
 * The values of records, in their order.
 * @throws {Failure} `unexpected` if a value is damaged or withheld, since it could not be stored again.
 */
export async function readValues(records: SealedRecord[], signal: AbortSignal): Promise<PlainValues[]> {
  const decrypted = await decryptRecords(records, signal);
  const values = new Map(decrypted.map((record) => [record.id, record]));
  return records.map(({ id }) => {
    const record = values.get(id);
    const missing = record ? [...(record.damaged ?? []), ...(record.withheld ?? [])] : ['all of its fields'];
    if (!record || missing.length > 0)
      throw new Failure(
        'unexpected',
        `The record can’t be edited: no value of ${missing.join(', ')} can be read.`,
      );
    return record.data;
  });
}

/** The data without the fields that have no value. */
const withoutMissing = (data: NewValues): PlainValues =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  );

/** Stores new records, at most 100. */
export async function addRecords(
  schema: string,
  records: readonly NewValues[],
  idempotencyKey: string,
): Promise<SealedRecord[]> {
  const body = records.map((data) => ({ schema, data: withoutMissing(data) }));
  return [await retryTransient(() => call(createRecords, { body, idempotencyKey }))].flat();
}

/**
 * Changes fields of a record, if this version is still the current one.
 * @throws {Failure} with the status 412 if it is not.
 */
export const changeRecord = (
  record: SealedRecord,
  data: NewValues,
  idempotencyKey: string,
): Promise<SealedRecord> =>
  retryTransient(() =>
    call(updateRecord, {
      params: { id: record.id },
      body: { data: { ...data } },
      headers: { [ifMatchHeader]: recordTag(record) },
      idempotencyKey,
    }),
  );

export const removeRecords = (schema: string, ids: string[]): Promise<unknown> =>
  call(deleteRecords, { query: { id: ids, schema } });

async function readRecord({ record, refetch }: ReadInput, signal: AbortSignal) {
  const current = refetch ? await call(getRecord, { params: { id: record.id }, signal }) : record;
  const [values = {}] = await readValues([current], signal);
  return { record: current, values };
}

async function saveRecord({ schema, kind, record, data, key }: SaveInput): Promise<SealedRecord> {
  if (kind === 'edit' && record) return changeRecord(record, data, key);
  const [added] = await addRecords(schema, [data], key);
  if (!added) throw new Failure('unexpected', 'The proxy did not return the new record.');
  return added;
}

/** Creates the machine with its effects. */
export const createRecordEditMachine = () =>
  recordEditMachine.provide({
    actors: {
      // React's strict mode stops the actor and starts it again. The restarted actor reads again, so the first result is ignored.
      read: fromPromise(({ input, signal }) =>
        readRecord(input, signal).catch((thrown: unknown) => {
          if (signal.aborted) return new Promise<never>(() => undefined);
          throw thrown;
        }),
      ),
      save: fromPromise(({ input }) => saveRecord(input)),
    },
  });
