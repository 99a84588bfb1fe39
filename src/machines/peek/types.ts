/** Context, events and actors of a peek. `effects.ts` provides the actors. */
import { fromCallback, fromPromise } from 'xstate';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import type { Failure } from '#src/shared/failure.ts';
import { unprovided } from '../unprovided.ts';

/** One value of one record. */
export type Cell = { record: SealedRecord; name: string };
export type Value = string | number;

export type PeekContext = {
  /** The cell being peeked at. */
  cell: Cell | null;
  /** Its decrypted value, which exists only in this context. Null until it is decrypted, or if the record has none. */
  value: Value | null;
};

export type PeekEvent =
  | { type: 'peek.pressed'; cell: Cell }
  | { type: 'hide.pressed' }
  /** Another page of records is shown. */
  | { type: 'page.shown' }
  /** The page is hidden, or the time is up. */
  | { type: 'view.inactive' }
  /** The session has ended in this tab, in another tab or at the server. */
  | { type: 'session.ended' };

/** Emitted once for each failure. */
export type DecryptionFailed = { type: 'decryption.failed'; failure: Failure };

export const noPeek: PeekContext = { cell: null, value: null };

/** Decrypts one cell; null if it has no value. */
export const decryptCell = fromPromise<Value | null, Cell>(unprovided);

/** Sends `view.inactive` and `session.ended`. */
export const endPeek = fromCallback<PeekEvent>(unprovided);
