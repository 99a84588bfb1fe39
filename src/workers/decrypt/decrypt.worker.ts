/** Asks the proxy to decrypt records, in batches, off the main thread. */
import { expose } from 'comlink';
import type { DecryptedRecord } from '@cloakroom/contract/records.ts';
import { openRecords, type RecordToOpen } from './openRecords.ts';
import { http } from '#src/shared/http/http.ts';
import { setPageUser } from '#src/shared/http/pageUser.ts';

const decryptor = {
  /** @param csrf - the CSRF cookie of the page, which a worker can't read. */
  open: (records: RecordToOpen[], user: string | null, csrf?: string): Promise<DecryptedRecord[]> => {
    setPageUser(user);
    http.csrfToken = csrf && decodeURIComponent(csrf);
    return openRecords(records);
  },
};

export type Decryptor = typeof decryptor;
expose(decryptor);
