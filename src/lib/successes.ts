/** Whether something that somebody came for has gone well in this visit. */
import { openListeners } from './listeners.ts';

let any = false;
const listeners = openListeners();

export const successes = {
  any: (): boolean => any,
  /** An upload was completed, say. */
  add(): void {
    any = true;
    listeners.tell();
  },
  subscribe: listeners.subscribe,
};
