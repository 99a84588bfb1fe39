/** Leaves nothing of a session behind on this machine. */
import { tabSession } from './session.ts';

/** Delete the local databases and this tab's memory. What can't be deleted, because storage is gone or forbidden, isn't there. */
export async function forgetEverything(): Promise<void> {
  tabSession.clear();
  const { deleteLocalDatabases } = await import('./db.ts');
  await deleteLocalDatabases().catch(() => undefined);
}
