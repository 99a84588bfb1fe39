/** What a sealing thread is told. */
import type { Field } from '#contract/fields.ts';
import type { Reading } from '#contract/reading.ts';
import type { Format } from '#rows/format.ts';

/** What to seal and how. The keys stay in memory: an order is never written anywhere. */
export type SealOrder = {
  /** Where the segment files go. */
  folder: string;
  schema: string;
  fields: Field[];
  format: Format;
  reading?: Reading;
  generation: number;
  /** The 12 random bytes that every record's id begins with. */
  upload: Uint8Array;
  queryKey: Uint8Array;
  /** One for each field, in the fields' order. */
  fieldKeys: Uint8Array[];
};
