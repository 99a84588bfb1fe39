/** Has the browser ask before it leaves a page that would lose data. */

const warn = (event: Event) => event.preventDefault();

export function createBeforeUnloadGuard() {
  let guarded = false;
  return {
    set(on: boolean): void {
      guarded = on;
      if (on) window.addEventListener('beforeunload', warn);
      else window.removeEventListener('beforeunload', warn);
    },
    isSet: (): boolean => guarded,
  };
}

export type BeforeUnloadGuard = ReturnType<typeof createBeforeUnloadGuard>;
