/** Effects of the records view: the decrypt worker, and the events that drop decrypted values. */
import { fromCallback, fromPromise } from 'xstate';
import type { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { decryptRecords } from '#src/workers/decrypt/decrypt.ts';
import type { SessionActor } from '../session/effects.ts';
import { recordsViewMachine } from './machine.ts';
import type { RecordsViewEvent } from './types.ts';

const activityEvents = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Calls back once after inactivity: the page was hidden, or had no pointer, key or wheel event. Time in which the machine
 * was asleep counts too.
 * @param ms - how long the inactivity has to last; a hidden page counts as inactive.
 * @param callback - called once.
 * @returns a function that stops waiting.
 */
export function onInactive(ms: number, callback: () => void): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let lastActivity = Date.now();
  let timer: ReturnType<typeof setTimeout>;
  const stop = () => {
    clearTimeout(timer);
    abort.abort();
  };
  const check = () => {
    clearTimeout(timer);
    const remainingMs = lastActivity + ms - Date.now();
    if (remainingMs > 0) {
      timer = setTimeout(check, remainingMs);
      return;
    }
    stop();
    callback();
  };
  const onActivity = () => {
    // If the page becomes visible after the timeout, decrypted values are dropped before it is painted.
    if (Date.now() - lastActivity >= ms) check();
    else if (!document.hidden) lastActivity = Date.now();
  };
  for (const name of activityEvents)
    document.addEventListener(name, onActivity, { passive: true, capture: true, signal });
  document.addEventListener('visibilitychange', onActivity, { signal });
  timer = setTimeout(check, ms);
  return stop;
}

/** How long decrypted values stay without user activity. */
const inactivityTimeoutMs = 15 * 60 * 1000;

/** Creates the records view machine with its effects. @param session - its end drops decrypted values. */
export const createRecordsViewMachine = (session: SessionActor) =>
  recordsViewMachine.provide({
    actors: {
      decryptPage: fromPromise<DecryptedRecord[], { records: SealedRecord[] }>(({ input, signal }) =>
        decryptRecords(input.records, signal),
      ),
      watch: fromCallback<RecordsViewEvent>(({ sendBack }) => {
        const stopWatching = onInactive(inactivityTimeoutMs, () => sendBack({ type: 'view.inactive' }));
        const ended = session.subscribe((now) => {
          if (now.hasTag('locked') || now.hasTag('ended')) sendBack({ type: 'session.ended' });
        });
        return () => {
          ended.unsubscribe();
          stopWatching();
        };
      }),
    },
  });
