/** Context, events and actors of the edit of a record. `effects.ts` provides the actors. */
import { fromPromise } from 'xstate';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Failure } from '#src/shared/failure.ts';
import { unprovided } from '../unprovided.ts';

/** Decrypted values by field name. */
export type PlainValues = Readonly<Record<string, string | number>>;

/** The values to store by field name; null removes one. */
export type NewValues = Readonly<Record<string, string | number | null>>;

export type RecordEditInput = {
  /** The id of the schema. */
  schema: string;
  /** A duplicate begins with the values of its record and is stored as a new one. */
  kind: 'add' | 'edit' | 'duplicate';
  /** The record that is edited or duplicated. */
  record: SealedRecord | null;
};

export type RecordEditContext = RecordEditInput & {
  /** The stored values; null until they are decrypted. */
  values: PlainValues | null;
  /** The current or last attempt to save. Its key is reused for the same values. */
  attempt: { data: NewValues; key: string } | null;
  failure: Failure | null;
  saved: SealedRecord | null;
};

export type RecordEditEvent =
  /** `key`: the idempotency key of a new attempt. */
  | { type: 'save.pressed'; data: NewValues; key: string }
  /** Reads the current version, after another one was stored meanwhile. */
  | { type: 'reload.pressed' }
  | { type: 'retry.pressed' };

/** The attempt for a press. It has the former key if the values are the same, so that they are stored only once. */
export const attemptOf = (
  { attempt }: RecordEditContext,
  { data, key }: Extract<RecordEditEvent, { type: 'save.pressed' }>,
): RecordEditContext['attempt'] => ({
  data,
  key: attempt && JSON.stringify(attempt.data) === JSON.stringify(data) ? attempt.key : key,
});

/** Another version was stored since the record was read. */
export const isVersionConflict = ({ status }: Failure): boolean => status === 412;

export type ReadInput = { record: SealedRecord; refetch: boolean };
/** Decrypts a record. `refetch`: fetches its current version first. */
export const read = fromPromise<{ record: SealedRecord; values: PlainValues }, ReadInput>(unprovided);

export type SaveInput = Pick<RecordEditContext, 'schema' | 'kind' | 'record'> & {
  data: NewValues;
  key: string;
};
/** Stores a new record, or a new version of the edited one. */
export const save = fromPromise<SealedRecord, SaveInput>(unprovided);
