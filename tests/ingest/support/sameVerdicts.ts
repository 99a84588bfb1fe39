/** Compares the scanning of rows as bytes with the reader of text. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Cells } from '@cloakroom/ingest/cells.ts';
import type { RecordCheck } from '@cloakroom/ingest/check.ts';
import type { Draft } from '@cloakroom/ingest/draft.ts';
import { RowsError } from '@cloakroom/ingest/rowsError.ts';

/** Reads a file; scans rows if `pass` is given. */
type Read = (take: (draft: Draft<Cells>) => void, pass?: (rows: number) => void) => AsyncIterable<void>;

/** Every row in order: `true` if it was scanned, otherwise the result of the check; finally the refusal of the file. */
async function verdictsOf(read: Read, check: RecordCheck, scan: boolean): Promise<unknown[]> {
  const verdicts: unknown[] = [];
  const pass = (rows: number) => void verdicts.push(...new Array<boolean>(rows).fill(true));
  try {
    const rows = read((draft) => void verdicts.push(check(draft)), scan ? pass : undefined);
    for await (const _ of rows);
  } catch (error) {
    if (!(error instanceof RowsError)) throw error;
    verdicts.push(error.code, error.sentence);
  }
  return verdicts;
}

/** Expects the same verdicts from both; returns the number of scanned rows. */
export async function expectSameVerdicts(read: Read, check: RecordCheck): Promise<number> {
  const scanned = await verdictsOf(read, check, true);
  const seen = await verdictsOf(read, check, false);
  // A file that is refused for its bytes may be refused before or after its last good rows were read.
  if (scanned.includes('not-utf8') || seen.includes('not-utf8')) {
    expect(scanned.slice(-2)).toEqual(seen.slice(-2));
    return 0;
  }
  const isGood = (verdict: unknown) => typeof verdict === 'object' && !Array.isArray(verdict);
  const expected = seen.map((verdict, i) => (scanned[i] === true && isGood(verdict) ? true : verdict));
  // Thousands of comparisons by `expect` alone take longer than the reading.
  if (!isDeepStrictEqual(scanned, expected)) expect(scanned).toEqual(expected);
  return scanned.filter((verdict) => verdict === true).length;
}
