/** Turns an uploaded body into sealed segment files, in constant memory. */
import { nextTurn } from './threadTurn.ts';
import type { RowProblem } from '@cloakroom/contract/jobs.ts';
import type { Chunks } from '@cloakroom/ingest/decode.ts';
import { Problems } from '@cloakroom/ingest/problems.ts';
import { readRecords, type Batch, type RowSelection } from '@cloakroom/ingest/readRecords.ts';
import { RowsError } from '@cloakroom/ingest/rowsError.ts';
import { type SealTask, SegmentWriter } from './segmentWriter.ts';
import { SegmentCutter, wholeShare, type SegmentShare } from './segmentShare.ts';
import type { SpooledSegment } from './storedJob.ts';

/** A bad file has an error message, and its bad rows if it could be read to the end. */
export type SealResult =
  | { good: true; records: number; leftOut: number; segments: SpooledSegment[] }
  | { good: false; empty: boolean; error: string; errors: { count: number; rows: RowProblem[] } };

/**
 * Seals one share of a body, or of its good rows where only they are wanted. Else a bad row ends the sealing but not the
 * checking, so that all bad rows are reported; what was written until then is the caller's to remove.
 * @param onRows - is called with the number of rows read.
 * @returns the same for each share, but for the segments: they are the share's own.
 */
export async function sealRows(
  task: SealTask,
  chunks: Chunks,
  onRows: (rows: number) => void = () => undefined,
  { at, of }: SegmentShare = wholeShare,
): Promise<SealResult> {
  const { format, fields, schema, reading = {} } = task;
  const { encoding, delimiter, links, rows = 'all' } = reading;
  const writer = new SegmentWriter(task);
  const cutter = new SegmentCutter(fields.length);
  /** The numbers and segments of the records that this share reads next. */
  const places: { number: number; segment: number }[] = [];
  let number = 0;
  const selection: RowSelection = {
    wants: (characters) => cutter.segmentOf(characters) % of === at,
    count(characters) {
      const segment = cutter.add(characters);
      if (segment % of === at) places.push({ number, segment });
      number++;
    },
  };
  let segment = 0;
  let last: Batch | null = null;
  try {
    for await (const batch of readRecords({
      chunks,
      format,
      fields,
      schemaId: schema,
      encoding,
      delimiter,
      links,
      selection,
    })) {
      last = batch;
      const placesInBatch = places.splice(0, batch.records.length);
      if (rows === 'good' || batch.problems.count === 0)
        for (const [i, { values }] of batch.records.entries()) {
          const place = placesInBatch[i]!;
          if (place.segment !== segment) await writer.close();
          segment = place.segment;
          writer.add(place.number, values);
        }
      // The next record is of another segment.
      if (places.length === 0 && cutter.segment !== segment) await writer.close();
      await writer.flush();
      onRows(batch.rows);
      await nextTurn();
    }
    const { problems } = last ?? { problems: new Problems() };
    if (problems.count > 0 && (rows === 'all' || number === 0)) return rejected(problems.sentence, last);
    await writer.close();
    return { good: true, records: number, leftOut: problems.rows, segments: writer.written };
  } catch (error) {
    if (!(error instanceof RowsError)) throw error;
    return rejected(error.sentence, last, error.code === 'empty');
  } finally {
    await writer.abandon();
  }
}

const rejected = (error: string, last: Batch | null, empty = false): SealResult => ({
  good: false,
  empty,
  error,
  errors: { count: last?.problems.count ?? 0, rows: last?.problems.first ?? [] },
});
