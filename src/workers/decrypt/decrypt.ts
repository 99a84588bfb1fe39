/** Decrypts records in a worker. */
import { recordBatch, type DecryptedRecord } from '@cloakroom/contract/records.ts';
import { withSessionRenewal } from '#src/shared/http/renewedSession.ts';
import { mapInBatches, type RecordToOpen } from './openRecords.ts';
import { csrfCookie } from '#src/shared/http/call.ts';
import { pageUser, reportReplacedUser } from '#src/shared/http/pageUser.ts';
import { Failure } from '#src/shared/failure.ts';
import { WorkerPool } from '#src/workers/withWorker.ts';
import type { Decryptor } from './decrypt.worker.ts';

const decryptors = new WorkerPool<Decryptor>(
  () => new Worker(new URL('./decrypt.worker.ts', import.meta.url), { type: 'module', name: 'decrypt' }),
);

/** Decrypts records in a worker. Aborting the signal terminates it. */
export const decryptRecords = (records: RecordToOpen[], signal: AbortSignal): Promise<DecryptedRecord[]> =>
  withSessionRenewal(() =>
    decryptors
      .run(
        // Transferring 100,000 values at once would block the page for 100 ms.
        (decryptor) =>
          mapInBatches(records, recordBatch, (batch) => decryptor.open(batch, pageUser(), csrfCookie())),
        signal,
      )
      .catch((thrown: unknown) => {
        const failure = Failure.from(thrown);
        // Events of the worker do not reach the page.
        if (failure.code === 'replaced') reportReplacedUser(null);
        throw failure;
      }),
  );
