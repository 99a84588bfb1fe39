/** Tasks of sealing and rows for them. */
import { randomBytes } from 'node:crypto';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { SealTask } from '@cloakroom/proxy/upload/segmentWriter.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

/** A task with new keys, in a folder of its own. */
export const newSealTask = async (fields: Field[]): Promise<SealTask> => ({
  folder: await temporaryFolder(),
  schema: '2222222222222222222222',
  fields,
  format: 'csv',
  generation: 1,
  upload: randomBytes(12),
  queryKey: randomBytes(32),
  fieldKeys: fields.map(() => randomBytes(32)),
});

/** Rows of a name and a number; 5,000 names are repeated. */
export const personRows = (count: number): string =>
  Array.from({ length: count }, (_, i) => `Person ${i % 5000},${i}\n`).join('');
