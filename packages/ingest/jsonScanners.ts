/** The row scanner of a JSON file, made for the names that its items seem to have. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { codes } from './jsonCursor.ts';
import { jsonTable } from './jsonTable.ts';
import { RowScanner } from './rowScanner.ts';

/** Caches the scanner that was made last. */
export class JsonScanners {
  private readonly fields: readonly Field[];
  private readonly lines: boolean;
  private readonly onSkipped: (rows: number) => void;
  private shape: readonly string[] = [];
  private scanner: RowScanner | null = null;

  constructor(fields: readonly Field[], lines: boolean, onSkipped: (rows: number) => void) {
    this.fields = fields;
    this.lines = lines;
    this.onSkipped = onSkipped;
  }

  /** For items of these names, in this order; null when no such item is good. */
  of(names: readonly string[]): RowScanner | null {
    if (names === this.shape) return this.scanner;
    this.shape = names;
    const fields = names.flatMap((each) => this.fields.find(({ name }) => name === each) ?? []);
    const mayBeGood =
      fields.length === names.length &&
      this.fields.every(({ name, required }) => !required || names.includes(name));
    const table = mayBeGood ? jsonTable(fields, this.lines) : null;
    this.scanner = table && new RowScanner(table, codes.objectEnd, this.onSkipped);
    return this.scanner;
  }
}
