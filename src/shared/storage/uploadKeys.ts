/** The idempotency keys of uploads with unknown outcome, in session storage: they outlive a reload but not a sign-out. */
import { z } from 'zod';
import { createStore } from './webStorage.ts';

const Entry = z.object({ key: z.string(), size: z.number(), modified: z.number() });

const store = createStore(() => sessionStorage);
const keyOf = (schema: string) => `uploadKey/${schema}`;

export const uploadKeys = {
  /** The key under which the file was sent into a schema; null if there is none. */
  get(schema: string, file: File): string | null {
    try {
      const { key, size, modified } = Entry.parse(JSON.parse(store.get(keyOf(schema)) ?? 'null'));
      return size === file.size && modified === file.lastModified ? key : null;
    } catch {
      return null;
    }
  },
  set: (schema: string, file: File, key: string): void =>
    store.set(keyOf(schema), JSON.stringify({ key, size: file.size, modified: file.lastModified })),
  remove: (schema: string): void => store.remove(keyOf(schema)),
};
