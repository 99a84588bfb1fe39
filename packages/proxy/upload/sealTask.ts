/** The task of a sealing thread. */
import type { Field } from '@cloakroom/contract/fields.ts';
import type { ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import type { Format } from '@cloakroom/ingest/format.ts';

/** What to seal and how. The keys stay in memory: a task is never written to a disk. */
export type SealTask = {
  /** Where the segment files go. */
  folder: string;
  schema: string;
  fields: Field[];
  format: Format;
  reading?: ParseOptions;
  generation: number;
  /** The 12 random bytes that every record's id begins with. */
  upload: Uint8Array;
  queryKey: Uint8Array;
  /** One for each field, in the fields' order. */
  fieldKeys: Uint8Array[];
};
