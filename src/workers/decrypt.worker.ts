/** Has records opened by the proxy, in batches, away from the main thread. [Way 8/8] */
import { expose } from 'comlink';
import type { OpenRecord, SealedRecord } from '#contract/records.ts';
import { openRecords } from '#src/api/openRecords.ts';
import { belongTo } from '#src/api/person.ts';

const decryptor = {
  open: (records: SealedRecord[], person: string | null): Promise<OpenRecord[]> => {
    belongTo(person);
    return openRecords(records);
  },
};

export type Decryptor = typeof decryptor;
expose(decryptor);
