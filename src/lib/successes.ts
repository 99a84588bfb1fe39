/** Whether something that somebody came for has gone well in this visit. */

let any = false;
const listeners = new Set<() => void>();

export const successes = {
  any: (): boolean => any,
  /** An upload was completed, say. */
  add(): void {
    any = true;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
