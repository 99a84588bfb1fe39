/** Searches of the drill, and the comparison of what they find with what was stored. */
import { isDeepStrictEqual } from 'node:util';
import { decryptRecords, SealedRecord, searchRecords } from '@cloakroom/contract/records.ts';
import type { Client } from '../client.ts';

/** A person's searches of one schema, each with one filter. */
export function searchesOf(person: Client, schema: string) {
  const search = (label: string, value: string, limit: number) =>
    person.list(searchRecords, { body: { schema, filters: [{ label, value }], limit } });
  return {
    search,
    /** The decrypted rows of a page, in its order. */
    rows: async (label: string, value: string, limit: number) => {
      const { items } = await search(label, value, limit);
      const values = await person.call(decryptRecords, {
        body: items.map((item) => SealedRecord.parse(item)),
      });
      return values.map(({ data }) => data);
    },
  };
}

/** What differs, in words; null if nothing does. */
export const differenceOf = (found: unknown, expected: unknown): string | null =>
  isDeepStrictEqual(found, expected)
    ? null
    : `${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`;
