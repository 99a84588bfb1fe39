/** Records are opened in a worker of its own, which goes when they are. */
import type { OpenRecord, SealedRecord } from '#contract/records.ts';
import { withAccess } from '#src/api/access.ts';
import { owner, somebodyElseIsHere } from '#src/api/person.ts';
import { Failure } from '#src/lib/failure.ts';
import { borrow } from './borrow.ts';
import type { Decryptor } from './decrypt.worker.ts';

/** Open records in a worker. Aborting the signal ends it at once. */
export const decryptRecords = (records: SealedRecord[], signal: AbortSignal): Promise<OpenRecord[]> =>
  withAccess(() =>
    borrow<Decryptor, OpenRecord[]>(
      () => new Worker(new URL('./decrypt.worker.ts', import.meta.url), { type: 'module', name: 'decrypt' }),
      (decryptor) => decryptor.open(records, owner()),
      signal,
    ).catch((thrown: unknown) => {
      const failure = Failure.from(thrown);
      // The worker knows nobody here who could be told.
      if (failure.code === 'replaced') somebodyElseIsHere(null);
      throw failure;
    }),
  );
