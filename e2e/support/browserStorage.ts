/** The data that a page has stored in IndexedDB. */
import type { Page } from '@playwright/test';

/** The contents of all databases, as JSON. */
export const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opened = indexedDB.open(name);
        opened.onsuccess = () => resolve(opened.result);
      });
      for (const store of database.objectStoreNames)
        texts.push(
          await new Promise<string>((resolve) => {
            const all = database.transaction(store).objectStore(store).getAll();
            all.onsuccess = () => resolve(JSON.stringify(all.result));
          }),
        );
      database.close();
    }
    return texts.join('\n');
  });
