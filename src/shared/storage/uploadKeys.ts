/** The key of each upload whose end is not known yet, kept by the tab: a reload and a sign-in leave it, a sign-out does not. */
import { z } from 'zod';

const Entry = z.object({ key: z.string(), size: z.number(), modified: z.number() });

/** Storage may be forbidden altogether; then a key lasts as long as its page. */
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
  /** The key under which a file was sent into a schema; null for another file and where there is none. */
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
