/** Holds the passing over rows as bytes against the reader of text. */
import { expect } from 'vitest';
import type { Cells } from '@cloakroom/ingest/cells.ts';
import type { RecordCheck } from '@cloakroom/ingest/check.ts';
import type { Draft } from '@cloakroom/ingest/draft.ts';
import { RowsError } from '@cloakroom/ingest/rowsError.ts';

/** Reads a file; passes over what it may where it is given `pass`. */
type Read = (take: (draft: Draft<Cells>) => void, pass?: (rows: number) => void) => AsyncIterable<void>;

/** Every row in order: `true` where it was passed over, else what the check says of it; at last the refusal of the file. */
async function verdictsOf(read: Read, check: RecordCheck, skim: boolean): Promise<unknown[]> {
  const verdicts: unknown[] = [];
  const pass = (rows: number) => void verdicts.push(...new Array<boolean>(rows).fill(true));
  try {
    const rows = read((draft) => void verdicts.push(check(draft)), skim ? pass : undefined);
    for await (const _ of rows);
  } catch (error) {
    if (!(error instanceof RowsError)) throw error;
    verdicts.push(error.code, error.sentence);
  }
  return verdicts;
}

/** Expect both to say the same of a file; gives how many rows were passed over. */
export async function bothAgree(read: Read, check: RecordCheck): Promise<number> {
  const skimmed = await verdictsOf(read, check, true);
  const seen = await verdictsOf(read, check, false);
  // A file that is refused for its bytes may be so before or after its last good rows were seen.
  if (skimmed.includes('not-utf8') || seen.includes('not-utf8')) {
    expect(skimmed.slice(-2)).toEqual(seen.slice(-2));
    return 0;
  }
  const isGood = (verdict: unknown) => typeof verdict === 'object' && !Array.isArray(verdict);
  expect(skimmed).toEqual(
    seen.map((verdict, i) => (skimmed[i] === true && isGood(verdict) ? true : verdict)),
  );
  return skimmed.filter((verdict) => verdict === true).length;
}
