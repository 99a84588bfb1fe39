/** Session or local storage; values that the browser refuses to read or store, for example on a full disk, are kept in memory. */
export function createStore(storage: () => Storage) {
  const memory = new Map<string, string>();
  return {
    get(key: string): string | null {
      const inMemory = memory.get(key);
      if (inMemory !== undefined) return inMemory;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    set(key: string, value: string): void {
      memory.delete(key);
      try {
        storage().setItem(key, value);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key: string): void {
      memory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // It was never stored.
      }
    },
  };
}
