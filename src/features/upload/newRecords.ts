/** How many records have come into each schema in this visit since somebody last took note of it. */
import { createEmitter } from '#src/lib/emitter.ts';

const counts = new Map<string, number>();
const listeners = createEmitter();

export const newRecords = {
  of: (schema: string): number => counts.get(schema) ?? 0,
  add(schema: string, records: number): void {
    counts.set(schema, newRecords.of(schema) + records);
    listeners.emit();
  },
  noted(schema: string): void {
    counts.delete(schema);
    listeners.emit();
  },
  forget(): void {
    counts.clear();
    listeners.emit();
  },
  subscribe: listeners.subscribe,
};
