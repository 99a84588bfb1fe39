/** How many records have come into each schema in this visit since somebody last took note of it. */
import { openListeners } from '#src/lib/listeners.ts';

const counts = new Map<string, number>();
const listeners = openListeners();

export const newRecords = {
  of: (schema: string): number => counts.get(schema) ?? 0,
  add(schema: string, records: number): void {
    counts.set(schema, newRecords.of(schema) + records);
    listeners.tell();
  },
  noted(schema: string): void {
    counts.delete(schema);
    listeners.tell();
  },
  forget(): void {
    counts.clear();
    listeners.tell();
  },
  subscribe: listeners.subscribe,
};
