/** Has records opened by the proxy, in batches, away from the main thread. [Way 8/8] */
import { expose } from 'comlink';
import type { DecryptedRecord } from '@cloakroom/contract/records.ts';
import { openRecords, type RecordToOpen } from './openRecords.ts';
import { setPageUser } from '#src/shared/http/pageUser.ts';

const decryptor = {
  open: (records: RecordToOpen[], person: string | null): Promise<DecryptedRecord[]> => {
    setPageUser(person);
    return openRecords(records);
  },
};

export type Decryptor = typeof decryptor;
expose(decryptor);
