/** Records as the rows of the grid: which values are shown, and how. */
import type { OpenRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import type { Sort } from './recordsAddress.ts';
import { sealedText, shortText } from '#src/shared/format/sealedText.ts';
import type { CellShown } from '#src/ui/grid/types.ts';

export type RecordRow = {
  record: SealedRecord;
  /** Its number in the whole result, from 1. */
  number: number;
  /** Its values, those that are opened. */
  open: Partial<OpenRecord['data']> | undefined;
  /** The fields whose stored values are damaged, as far as opening the record has shown. */
  damaged?: readonly string[] | undefined;
};

export const keyOf = ({ record }: RecordRow): string => record.id;
export const numberOf = ({ number }: RecordRow): number => number;

/** A value cut short, or what stands for one that is sealed. Ciphertext is never read aloud. */
export function cellOf({ record, open, damaged }: RecordRow, name: string): CellShown {
  const value = open?.[name];
  if (value !== undefined) return { text: shortText(value) };
  if (damaged?.includes(name))
    return { text: 'damaged', label: `damaged value, ${name} column`, quiet: true };
  const sealed = record.data[name];
  return sealed === undefined
    ? { text: '—', label: `no value, ${name} column`, quiet: true }
    : { text: sealedText(sealed), label: `encrypted value, ${name} column`, quiet: true };
}

const words = new Intl.Collator(undefined, { numeric: true });

/** The rows of a page by what was opened of a column; those without a value last. */
export function sortedRows(rows: readonly RecordRow[], { column, descending }: Sort): RecordRow[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted(({ open: one }, { open: other }) => {
    const [a, b] = [one?.[column], other?.[column]];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return sign * words.compare(String(a), String(b));
  });
}
