/** Effects of a peek: the decrypt worker, and the events that end it. */
import { fromCallback, fromPromise } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import { decryptRecords } from '#src/workers/decrypt/decrypt.ts';
import type { SessionActor } from '../session/effects.ts';
import { peekMachine } from './machine.ts';
import type { Cell, PeekEvent, Value } from './types.ts';

const maxPeekMs = 60 * 1000;

const damagedValue = (name: string) =>
  `The service’s copy of this value of ${name} is damaged: it is lost or not what was uploaded.`;

/**
 * Sends one value to the proxy, with the names of all of its fields, because the set of fields is authenticated.
 * @returns null if the record has no value.
 */
async function decryptValue({ record, name }: Cell, signal: AbortSignal): Promise<Value | null> {
  const sealed = record.data[name];
  const [decrypted] = await decryptRecords(
    [
      {
        ...record,
        fields: Object.keys(record.data),
        data: sealed === undefined ? {} : { [name]: sealed },
      },
    ],
    signal,
  );
  if (decrypted?.damaged?.includes(name)) throw new Failure('unexpected', damagedValue(name));
  const value = decrypted?.data[name];
  if (value !== undefined) return value;
  if (decrypted?.empty?.includes(name)) return null;
  throw new Failure('not-found', `The proxy sent no value of ${name}.`, { status: 404 });
}

/** Creates the peek machine with its effects. @param session - its end ends the peek. */
export const createPeekMachine = (session: SessionActor) =>
  peekMachine.provide({
    actors: {
      decryptCell: fromPromise<Value | null, Cell>(({ input, signal }) => decryptValue(input, signal)),
      endPeek: fromCallback<PeekEvent>(({ sendBack }) => {
        const sendInactive = () => sendBack({ type: 'view.inactive' });
        const timer = setTimeout(sendInactive, maxPeekMs);
        const onVisibilityChange = () => {
          if (document.hidden) sendInactive();
        };
        document.addEventListener('visibilitychange', onVisibilityChange);
        const subscription = session.subscribe((now) => {
          if (now.hasTag('locked') || now.hasTag('ended')) sendBack({ type: 'session.ended' });
        });
        return () => {
          clearTimeout(timer);
          document.removeEventListener('visibilitychange', onVisibilityChange);
          subscription.unsubscribe();
        };
      }),
    },
  });
