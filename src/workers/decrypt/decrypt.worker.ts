/** Has records opened by the proxy, in batches, away from the main thread. [Way 8/8] */
import { expose } from 'comlink';
import type { DecryptedRecord } from '@cloakroom/contract/records.ts';
import { openRecords, type ToOpen } from './openRecords.ts';
import { belongTo } from '#src/shared/http/person.ts';

const decryptor = {
  open: (records: ToOpen[], person: string | null): Promise<DecryptedRecord[]> => {
    belongTo(person);
    return openRecords(records);
  },
};

export type Decryptor = typeof decryptor;
expose(decryptor);
