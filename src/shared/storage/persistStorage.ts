/** Asks the browser for persistent storage. */

export type PersistStorage = () => void;

/** Creates a function to call when local data become worth keeping; it asks once, and ignores a refusal. */
export function createPersistStorage(): PersistStorage {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    // Undefined without HTTPS.
    const storage = navigator.storage as StorageManager | undefined;
    void storage?.persist().catch(() => undefined);
  };
}
