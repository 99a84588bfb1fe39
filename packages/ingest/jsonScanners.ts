/** Makes the row scanner of a JSON file for the names of its items. */
import type { Field } from '@cloakroom/contract/fields.ts';
import { codes } from './jsonCursor.ts';
import { jsonTable } from './jsonTable.ts';
import { RowScanner } from './rowScanner.ts';

/** Caches the last scanner. */
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

  /** The scanner of items with these names, in this order; null if no such item is valid. */
  of(names: readonly string[]): RowScanner | null {
    if (names === this.shape) return this.scanner;
    this.shape = names;
    const fields = names.flatMap((each) => this.fields.find(({ name }) => name === each) ?? []);
    const mayBeValid =
      fields.length === names.length &&
      this.fields.every(({ name, required }) => !required || names.includes(name));
    const table = mayBeValid ? jsonTable(fields, this.lines) : null;
    this.scanner = table && new RowScanner(table, codes.objectEnd, this.onSkipped);
    return this.scanner;
  }
}
