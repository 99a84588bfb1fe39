/** Makes the browser ask for confirmation before it leaves a page that would lose data. */

const warn = (event: Event) => event.preventDefault();

/** The work that leaving the page would end. */
export type GuardedWork = 'upload' | 'export';

export function createBeforeUnloadGuard() {
  const running = new Set<GuardedWork>();
  return {
    /** Sets whether work of this kind is running. */
    set(work: GuardedWork, on: boolean): void {
      if (on) running.add(work);
      else running.delete(work);
      if (running.size > 0) window.addEventListener('beforeunload', warn);
      else window.removeEventListener('beforeunload', warn);
    },
    /** The kind of work that would be lost, if any is. */
    work: (): GuardedWork | null => [...running][0] ?? null,
    isSet: (): boolean => running.size > 0,
  };
}

export type BeforeUnloadGuard = ReturnType<typeof createBeforeUnloadGuard>;
