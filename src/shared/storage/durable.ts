/** Asks the browser not to delete this site's storage by itself. */

export type PersistStorage = () => void;

/** @returns what to call when a person leaves something on this machine; it asks once, and a refusal changes nothing. */
export function createPersistStorage(): PersistStorage {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    // Absent without https.
    const storage = navigator.storage as StorageManager | undefined;
    void storage?.persist().catch(() => undefined);
  };
}
