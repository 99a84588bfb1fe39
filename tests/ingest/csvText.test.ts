/** Written CSV is read back unchanged and has no formulas. */
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvText } from '@cloakroom/ingest/csvText.ts';

test('any cells are read back by any reader, and none of them begins a formula', () => {
  const start = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\0', '＝');
  const cell = fc
    .tuple(start, fc.string({ unit: 'grapheme', maxLength: 6 }))
    .map(([first, rest]) => first + rest);
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (cells) => {
      const [read = []] = Papa.parse<string[]>(csvText(cells), { delimiter: ',', newline: '\r\n' }).data;
      expect(read.map((text, i) => (text === `'${cells[i] ?? ''}` ? cells[i] : text))).toEqual(cells);
      for (const text of read)
        expect(/^[=+\-@\t\r\0]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text)).toBe(false);
    }),
    { numRuns: 5000 },
  );
});
