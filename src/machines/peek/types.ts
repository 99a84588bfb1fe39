/** Context, events and actors of a peek. `effects.ts` provides the actors. */
import { fromCallback, fromPromise } from 'xstate';
import type { SealedRecord } from '@cloakroom/contract/records.ts';
import { Failure } from '#src/shared/failure.ts';

/** One value of one record. */
export type Cell = { record: SealedRecord; name: string };
export type Value = string | number;

export type PeekContext = {
  /** The cell that is looked into; null while none is. */
  cell: Cell | null;
  /** What is in it, once it is opened. It lives in this context alone and goes with it. */
  value: Value | null;
};

export type PeekEvent =
  | { type: 'peek.pressed'; cell: Cell }
  | { type: 'hide.pressed' }
  /** Other records are on the page. */
  | { type: 'page.shown' }
  /** Nobody looks at the page, or somebody has looked for long enough. */
  | { type: 'view.unseen' }
  /** The session has ended, here, in another tab or on the other side. */
  | { type: 'session.ended' };

/** Told to whoever listens, once for each failure. */
export type OpeningFailed = { type: 'opening.failed'; failure: Failure };

export const noPeek: PeekContext = { cell: null, value: null };

const unwired = (): never => {
  throw new Failure('unexpected', 'A peek was started without its effects.');
};

/** Opens one cell. */
export const open = fromPromise<Value, Cell>(async () => unwired());

/** Says `view.unseen` when it is time to seal the value again, and `session.ended`. */
export const watch = fromCallback<PeekEvent>(unwired);
