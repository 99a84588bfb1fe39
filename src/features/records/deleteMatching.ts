/** Deletes all records that match a search, by calls for 100 records each. */
import { deleteRecords, recordLimits, type SealedRecord } from '@cloakroom/contract/records.ts';
import { Failure } from '#src/shared/failure.ts';
import { call } from '#src/shared/http/call.ts';
import { searchPage } from '#src/shared/http/recordPages.ts';
import { addRecords, readValues } from '#src/machines/recordEdit/effects.ts';
import type { PlainValues } from '#src/machines/recordEdit/types.ts';
import type { RecordsRequest } from './queries.ts';

/** Records that are deleted at once at most. */
export const maxMatching = 10_000;
/** Deletions of up to so many records can be undone: their values are held in memory until then. */
export const maxUndoable = 1_000;

type Matching = Pick<RecordsRequest, 'schema' | 'filters'>;

export type MatchingProgress = {
  /** Records that were found, and those of them that were deleted. */
  found: number;
  deleted: number;
};

type DeleteOptions = {
  /** The number of records that the person has confirmed. */
  total: number;
  /** Whether to read the values before, so that the deletion can be undone. */
  keepValues: boolean;
  onProgress: (progress: MatchingProgress) => void;
  signal: AbortSignal;
};

/** What was deleted; `values` is null if it can't be stored again. `failure` is why the rest was not deleted. */
export type Deleted = { count: number; values: PlainValues[] | null; failure: Failure | null };

/** All records of a search. @throws {Failure} `conflict` if there are not as many as were confirmed. */
async function findMatching({ schema, filters }: Matching, options: DeleteOptions): Promise<SealedRecord[]> {
  const { total, onProgress, signal } = options;
  const records: SealedRecord[] = [];
  const limit = recordLimits.page;
  for (let offset = 0; offset < total; offset += limit) {
    const page = await searchPage({ schema, filters, limit, offset }, signal);
    if (page.total !== total)
      throw new Failure(
        'conflict',
        `${page.total} records match now, and ${total} matched when you selected them. Nothing was deleted: look at the page again.`,
      );
    records.push(...page.items);
    onProgress({ found: records.length, deleted: 0 });
  }
  return records;
}

/**
 * Finds the records first, so that none is deleted that began to match later.
 * @throws {Failure} if they could not be found; nothing is deleted then.
 */
export async function deleteMatching(search: Matching, options: DeleteOptions): Promise<Deleted> {
  const { keepValues, onProgress, signal } = options;
  const records = await findMatching(search, options);
  const values: PlainValues[] = [];
  let isRestorable = keepValues;
  let count = 0;
  try {
    for (; count < records.length;) {
      signal.throwIfAborted();
      const batch = records.slice(count, count + recordLimits.delete);
      const read = isRestorable ? await readValues(batch, signal).catch(() => null) : null;
      signal.throwIfAborted();
      await call(deleteRecords, { query: { id: batch.map(({ id }) => id), schema: search.schema } });
      isRestorable &&= read !== null;
      values.push(...(read ?? []));
      count += batch.length;
      onProgress({ found: records.length, deleted: count });
    }
    return { count, values: isRestorable ? values : null, failure: null };
  } catch (thrown) {
    const failure = signal.aborted ? null : Failure.from(thrown);
    return { count, values: isRestorable && count > 0 ? values : null, failure };
  }
}

/** Stores deleted records again, under new ids. Each batch has its own key, so that a repeated undo stores none twice. */
export function restorer(schema: string, values: readonly PlainValues[]): () => Promise<void> {
  const size = recordLimits.ingest;
  const batches = Array.from({ length: Math.ceil(values.length / size) }, (_, at) => ({
    key: crypto.randomUUID(),
    values: values.slice(at * size, (at + 1) * size),
  }));
  return async () => {
    for (const batch of batches) await addRecords(schema, batch.values, batch.key);
  };
}
