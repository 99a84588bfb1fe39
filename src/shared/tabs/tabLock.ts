/** Locks that one tab at a time can have, using the Web Locks API. They are released when the tab is closed or crashes. */

/** Undefined in insecure contexts; then each tab works on its own. */
const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

const hasLocks = (): boolean => locks() !== undefined && 'BroadcastChannel' in globalThis;

/** The locks of this tab, with the functions that release them. */
const held = new Map<string, () => void>();

function request(name: string, options: LockOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock && new Promise<void>((release) => held.set(name, release));
    };
    locks()?.request(name, options, hold).catch(reject);
  });
}

/** Takes a lock unless another tab has it. @returns whether this tab has it now. */
export async function acquireTabLock(name: string): Promise<boolean> {
  return !hasLocks() || held.has(name) || request(name, { ifAvailable: true });
}

/** Waits for a lock. @throws the signal's reason when it is aborted. */
export const waitForTabLock = (name: string, signal: AbortSignal): Promise<boolean> =>
  request(name, { signal });

/** Releases a lock, if this tab has it. */
export function releaseTabLock(name: string): void {
  held.get(name)?.();
  held.delete(name);
}

/** Runs a task under a lock, or without one if the browser has no locks. @returns null if the lock is taken. */
export async function withTabLock<T>(name: string, task: () => Promise<T>): Promise<T | null> {
  const manager = locks();
  if (!manager) return task();
  return manager.request(name, { ifAvailable: true }, async (lock) => (lock ? task() : null));
}
