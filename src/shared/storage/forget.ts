/** Leaves nothing of a session behind on this machine. */
import { outboxToken } from './outboxToken.ts';
import { tabSession } from './session.ts';

/** The shell's own files, which say nothing about anybody: with them an installed console starts without a network. */
const isShell = (cache: string) => cache.startsWith('workbox-precache');

async function emptyCaches(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !isShell(name)).map((name) => caches.delete(name)));
}

/**
 * Delete the local databases, the caches but the shell's, what opens the outbox, and this tab's memory. What can't be deleted, because storage is
 * gone or forbidden, isn't there.
 */
export async function forgetEverything(): Promise<void> {
  tabSession.clear();
  outboxToken.clear();
  const { deleteLocalDatabases } = await import('./db.ts');
  await Promise.allSettled([deleteLocalDatabases(), emptyCaches()]);
}

/** Somebody is here: what other people have left on this machine goes. */
export async function forgetOthers(email: string): Promise<void> {
  const { deleteLocalDatabases, isLastSessionDatabase: isHere, isDatabaseOf: isOf } = await import('./db.ts');
  await deleteLocalDatabases((name) => !isOf(email, name) && !isHere(name)).catch(() => undefined);
}

/** What has been seen goes; what somebody has written, and hasn't been sent yet, stays. */
export async function forgetSeen(): Promise<void> {
  const { deleteLocalDatabases, isCacheDatabase: isSeen } = await import('./db.ts');
  await deleteLocalDatabases(isSeen).catch(() => undefined);
}
