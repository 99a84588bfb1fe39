/** The idempotency keys of uploads with unknown outcome, in session storage: they outlive a reload but not a sign-out. */
import { z } from 'zod';

const Entry = z.object({ key: z.string(), size: z.number(), modified: z.number() });

/** Used if the browser denies storage. */
const memory = new Map<string, string>();

const nameOf = (schema: string) => `uploadKey/${schema}`;

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

function write(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    memory.set(name, text);
  }
}

export const uploadKeys = {
  /** The key under which the file was sent into a schema; null if there is none. */
  of(schema: string, file: File): string | null {
    try {
      const { key, size, modified } = Entry.parse(JSON.parse(read(nameOf(schema)) ?? 'null'));
      return size === file.size && modified === file.lastModified ? key : null;
    } catch {
      return null;
    }
  },
  keep(schema: string, file: File, key: string): void {
    write(nameOf(schema), JSON.stringify({ key, size: file.size, modified: file.lastModified }));
  },
  forget(schema: string): void {
    memory.delete(nameOf(schema));
    try {
      sessionStorage.removeItem(nameOf(schema));
    } catch {
      // It was never there.
    }
  },
};
