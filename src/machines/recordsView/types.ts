/** Context, events and actors of the records view. `effects.ts` provides the actors. */
import { fromCallback, fromPromise } from 'xstate';
import type { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { Failure } from '#src/shared/failure.ts';

/** Opened values by record id. They live in this context alone and go with it. */
export type Opened = ReadonlyMap<string, DecryptedRecord['data']>;

/** The fields of opened records, by record id, whose stored values are damaged. */
export type Damaged = ReadonlyMap<string, readonly string[]>;

export type RecordsViewContext = {
  /** The sealed records on the page. */
  records: SealedRecord[];
  /** Whether this person may open them here; null until it is known. */
  permitted: boolean | null;
  opened: Opened;
  damaged: Damaged;
  failure: Failure | null;
};

export type RecordsViewEvent =
  | { type: 'page.shown'; records: SealedRecord[] }
  | { type: 'permission.known'; permitted: boolean }
  | { type: 'decrypt.pressed' }
  | { type: 'encrypt.pressed' }
  /** Nobody has looked at the page for a quarter of an hour. */
  | { type: 'view.unseen' }
  /** The session has ended, here, in another tab or on the other side. */
  | { type: 'session.ended' };

/** Told to whoever listens, once for each failure. */
export type OpeningFailed = { type: 'opening.failed'; failure: Failure };

export const nothingOpened: Opened = new Map();
export const noneDamaged: Damaged = new Map();

/** What has been found damaged, with what some more opened records name. */
export const withDamage = (damaged: Damaged, opened: readonly DecryptedRecord[]): Damaged =>
  new Map([
    ...damaged,
    ...opened.flatMap((record) => (record.damaged ? [[record.id, record.damaged] as const] : [])),
  ]);

/** The records on the page that are still sealed. */
export const stillSealed = ({
  records,
  opened,
}: Pick<RecordsViewContext, 'records' | 'opened'>): SealedRecord[] =>
  records.filter(({ id }) => !opened.has(id));

/** What has been opened of these records: the rest isn't kept. */
export function pruneOpened(opened: Opened, records: SealedRecord[]): Opened {
  const shown = new Set(records.map(({ id }) => id));
  return new Map([...opened].filter(([id]) => shown.has(id)));
}

const unwired = (): never => {
  throw new Failure('unexpected', 'The records view was started without its effects.');
};

/** Opens records, in batches. */
export const open = fromPromise<DecryptedRecord[], { records: SealedRecord[] }>(async () => unwired());

/** Says `view.unseen` when nobody has looked for too long, and `session.ended`. */
export const watch = fromCallback<RecordsViewEvent>(unwired);
