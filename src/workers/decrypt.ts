/** Records are opened in a worker of its own, which goes when they are. */
import type { Remote } from 'comlink';
import { recordLimits, type OpenRecord, type SealedRecord } from '#contract/records.ts';
import { withAccess } from '#src/api/access.ts';
import { owner, somebodyElseIsHere } from '#src/api/person.ts';
import { Failure } from '#src/lib/failure.ts';
import { borrow } from './borrow.ts';
import type { Decryptor } from './decrypt.worker.ts';

/** As many at once as the proxy takes: to hand a hundred thousand values over in one go keeps the page for a tenth of a second. */
async function openInTurns(decryptor: Remote<Decryptor>, records: SealedRecord[]): Promise<OpenRecord[]> {
  const opened: OpenRecord[] = [];
  for (let at = 0; at < records.length; at += recordLimits.decrypt)
    opened.push(...(await decryptor.open(records.slice(at, at + recordLimits.decrypt), owner())));
  return opened;
}

/** Open records in a worker. Aborting the signal ends it at once. */
export const decryptRecords = (records: SealedRecord[], signal: AbortSignal): Promise<OpenRecord[]> =>
  withAccess(() =>
    borrow<Decryptor, OpenRecord[]>(
      () => new Worker(new URL('./decrypt.worker.ts', import.meta.url), { type: 'module', name: 'decrypt' }),
      (decryptor) => openInTurns(decryptor, records),
      signal,
    ).catch((thrown: unknown) => {
      const failure = Failure.from(thrown);
      // The worker knows nobody here who could be told.
      if (failure.code === 'replaced') somebodyElseIsHere(null);
      throw failure;
    }),
  );
