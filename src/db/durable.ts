/** Asks the browser not to clear away by itself what is kept here. */

let asked = false;

/** Call on a person's deed that leaves something on this machine; asks once a page, and a refusal changes nothing. */
export function keepStorage(): void {
  if (asked) return;
  asked = true;
  // Absent without https.
  const storage = navigator.storage as StorageManager | undefined;
  void storage?.persist().catch(() => undefined);
}
