/** Whether leaving the page now would lose something; the browser asks before it does. */

let guarded = false;
const warn = (event: Event) => event.preventDefault();

export function setBeforeUnloadGuard(on: boolean): void {
  guarded = on;
  if (on) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

export const isBeforeUnloadGuarded = (): boolean => guarded;
