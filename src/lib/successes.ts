/** Whether something that somebody came for has gone well in this visit. */
import { createEmitter } from './emitter.ts';

let any = false;
const listeners = createEmitter();

export const successes = {
  any: (): boolean => any,
  /** An upload was completed, say. */
  add(): void {
    any = true;
    listeners.emit();
  },
  subscribe: listeners.subscribe,
};
