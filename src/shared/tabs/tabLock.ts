/** Rights that one tab of a browser has at a time, by the browser's own locks: they end with the tab, however it ends. */

/** Browsers leave the locks out where a page can't be trusted, as without https; then each tab is on its own. */
const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

const canClaim = (): boolean => locks() !== undefined && 'BroadcastChannel' in globalThis;

/** What this tab has, and how it gives it up. */
const held = new Map<string, () => void>();

function request(name: string, options: LockOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock && new Promise<void>((giveUp) => held.set(name, giveUp));
    };
    locks()?.request(name, options, hold).catch(reject);
  });
}

/** Take a right, unless another tab has it. @returns whether this tab has it now. */
export async function acquireTabLock(name: string): Promise<boolean> {
  return !canClaim() || held.has(name) || request(name, { ifAvailable: true });
}

/** Wait until no other tab has a right, and take it. @throws the signal's reason when it is aborted. */
export const waitForTabLock = (name: string, signal: AbortSignal): Promise<boolean> =>
  request(name, { signal });

/** Give a right up; having none is fine. */
export function releaseTabLock(name: string): void {
  held.get(name)?.();
  held.delete(name);
}

/** Does a task under a lock; a browser without locks does it in any case. @returns null if the lock is taken. */
export async function withTabLock<T>(name: string, task: () => Promise<T>): Promise<T | null> {
  const manager = locks();
  if (!manager) return task();
  return manager.request(name, { ifAvailable: true }, async (lock) => (lock ? task() : null));
}
