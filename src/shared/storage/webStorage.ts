/** Session or local storage; what the browser denies to read or to store, for example on a full disk, is kept in memory. */
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
