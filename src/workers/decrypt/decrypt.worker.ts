/** Has the proxy decrypt records, in batches, off the main thread. */
import { expose } from 'comlink';
import type { DecryptedRecord } from '@cloakroom/contract/records.ts';
import { openRecords, type RecordToOpen } from './openRecords.ts';
import { setPageUser } from '#src/shared/http/pageUser.ts';

const decryptor = {
  open: (records: RecordToOpen[], user: string | null): Promise<DecryptedRecord[]> => {
    setPageUser(user);
    return openRecords(records);
  },
};

export type Decryptor = typeof decryptor;
expose(decryptor);
