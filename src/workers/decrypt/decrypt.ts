/** Records are opened in a worker of its own, which goes when they are. */
import { recordLimits, type DecryptedRecord } from '@cloakroom/contract/records.ts';
import { withSessionRenewal } from '#src/shared/http/renewedSession.ts';
import type { RecordToOpen } from './openRecords.ts';
import { pageUser, reportReplacedUser } from '#src/shared/http/pageUser.ts';
import { Failure } from '#src/shared/failure.ts';
import { mapInBatches } from './mapInBatches.ts';
import { withWorker } from '#src/workers/withWorker.ts';
import type { Decryptor } from './decrypt.worker.ts';

/** Open records in a worker. Aborting the signal ends it at once. */
export const decryptRecords = (records: RecordToOpen[], signal: AbortSignal): Promise<DecryptedRecord[]> =>
  withSessionRenewal(() =>
    withWorker<Decryptor, DecryptedRecord[]>(
      () => new Worker(new URL('./decrypt.worker.ts', import.meta.url), { type: 'module', name: 'decrypt' }),
      // To hand a hundred thousand values over in one go would keep the page for a tenth of a second.
      (decryptor) =>
        mapInBatches(records, recordLimits.decrypt, (batch) => decryptor.open(batch, pageUser())),
      signal,
    ).catch((thrown: unknown) => {
      const failure = Failure.from(thrown);
      // The worker knows nobody here who could be told.
      if (failure.code === 'replaced') reportReplacedUser(null);
      throw failure;
    }),
  );
