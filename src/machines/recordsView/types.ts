/** Context, events and actors of the records view. `effects.ts` provides the actors. */
import { fromCallback, fromPromise } from 'xstate';
import { recordTag, type DecryptedRecord, type SealedRecord } from '@cloakroom/contract/records.ts';
import type { Failure } from '#src/shared/failure.ts';
import { unprovided } from '../unprovided.ts';

/** Decrypted values by record id. They exist only in this context. */
export type Opened = ReadonlyMap<string, DecryptedRecord['data']>;

/** The names of some fields of records, by record id. */
export type FieldNames = ReadonlyMap<string, readonly string[]>;

export type RecordsViewContext = {
  /** The sealed records on the page. */
  records: SealedRecord[];
  /** Whether the user may decrypt the records here; null until known. */
  permitted: boolean | null;
  opened: Opened;
  /** The fields whose stored values are damaged. */
  damaged: FieldNames;
  /** The fields without a value. */
  empty: FieldNames;
  failure: Failure | null;
};

export type RecordsViewEvent =
  | { type: 'page.shown'; records: SealedRecord[] }
  | { type: 'permission.known'; permitted: boolean }
  | { type: 'decrypt.pressed' }
  | { type: 'encrypt.pressed' }
  /** No user activity for 15 minutes. */
  | { type: 'view.inactive' }
  /** The session has ended in this tab, in another tab or at the server. */
  | { type: 'session.ended' };

/** Emitted once for each failure. */
export type DecryptionFailed = { type: 'decryption.failed'; failure: Failure };

export const nothingOpened: Opened = new Map();
export const noFieldNames: FieldNames = new Map();

/** Adds the damaged or empty fields of decrypted records. */
export const withFieldNames = (
  names: FieldNames,
  opened: readonly DecryptedRecord[],
  kind: 'damaged' | 'empty',
): FieldNames =>
  new Map([
    ...names,
    ...opened.flatMap((record) => {
      const added = record[kind];
      return added ? [[record.id, added] as const] : [];
    }),
  ]);

/** The records on the page that are not decrypted yet. */
export const sealedRecords = ({ records, opened }: RecordsViewContext): SealedRecord[] =>
  records.filter(({ id }) => !opened.has(id));

/** Drops the entries of records that are no longer on the page, or whose version has changed. */
export function pruneRecords<Entry>(
  entries: ReadonlyMap<string, Entry>,
  former: readonly SealedRecord[],
  records: readonly SealedRecord[],
): ReadonlyMap<string, Entry> {
  const tags = new Set(former.map(recordTag));
  const unchangedIds = new Set(records.filter((record) => tags.has(recordTag(record))).map(({ id }) => id));
  return new Map([...entries].filter(([id]) => unchangedIds.has(id)));
}

/** Decrypts records, in batches. */
export const decryptPage = fromPromise<DecryptedRecord[], { records: SealedRecord[] }>(unprovided);

/** Sends `view.inactive` after inactivity, and `session.ended`. */
export const watch = fromCallback<RecordsViewEvent>(unprovided);
