/** Has records opened by the proxy, in batches, away from the main thread. [Way 8/8] */
import { expose } from 'comlink';
import type { OpenRecord, SealedRecord } from '#contract/records.ts';
import { openRecords } from '#src/api/openRecords.ts';

const decryptor = {
  open: (records: SealedRecord[]): Promise<OpenRecord[]> => openRecords(records),
};

export type Decryptor = typeof decryptor;
expose(decryptor);
