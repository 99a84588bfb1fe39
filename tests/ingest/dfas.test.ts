/** What the automata of cells accept is valid for the platform's decoder, for a list, and for the check of numbers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NumberField } from '@cloakroom/contract/fields.ts';
import { cellDfas } from '@cloakroom/ingest/cellDfas.ts';
import { dfaTableOf, type DfaTable } from '@cloakroom/ingest/dfa.ts';
import { numberDfa } from '@cloakroom/ingest/numberDfa.ts';
import { numberReader } from '@cloakroom/ingest/number.ts';
import { bytesOf } from './support/files.ts';

function takes({ after, isAccepting }: DfaTable, bytes: Iterable<number>): boolean {
  let state = 0;
  for (const byte of bytes) {
    state = after[state]![byte]!;
    if (state < 0) return false;
  }
  return isAccepting[state]!;
}

const [, text] = cellDfas([null, null]);

test('a string is accepted exactly if the platform’s decoder accepts it', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const judged = (bytes: Uint8Array): boolean => {
    try {
      decoder.decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
  const others = [0x7f, 0x80, 0xbf, 0xc0];
  for (let lead = 0x80; lead <= 0xff; lead++)
    for (const second of edges)
      for (const third of others)
        for (const fourth of others)
          for (let length = 1; length <= 4; length++) {
            const bytes = Uint8Array.of(lead, second, third, fourth).subarray(0, length);
            expect(takes(text!.outside, bytes), bytes.join(' ')).toBe(judged(bytes));
          }
});

test('one of a list of strings is recognized with or without blanks around it', () => {
  const some = ['a', 'ab', 'a b', 'é', 'éà', ' left', 'right ', ''];
  const blank = fc.constantFrom('', '', ' ', '\t', '\r');
  const word = fc.constantFrom(...some, ...some, 'b', 'e', 'aa', 'ab b', '\u00a0a');
  fc.assert(
    fc.property(fc.subarray(some), blank, word, blank, (list, before, written, after) => {
      const [cells] = cellDfas([{ name: 'x', type: 'string', required: false, enum: list }]);
      const cell = before + written + after;
      const isOne = list.includes(cell.trim());
      if (takes(cells!.outside, bytesOf(cell))) expect(isOne, JSON.stringify(cell)).toBe(true);
      // A blank inside a text does not end it, and wide blanks are left to the full check.
      else if (!/^[ \t\r]*a |\u00a0/.test(cell)) expect(isOne, JSON.stringify(cell)).toBe(false);
    }),
    { numRuns: 5000 },
  );
});

/** Bounds of any size, and texts near them. */
const numbers = fc.nat(4).chain((precision) => {
  const units = fc.oneof(fc.integer({ min: -120, max: 120 }), fc.integer({ min: -(10 ** 9), max: 10 ** 9 }));
  const written = (value: number) => (value / 10 ** precision).toFixed(precision);
  return fc.tuple(units, units, fc.boolean()).chain(([a, b, required]) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b) + 1];
    const field: NumberField = {
      name: 'x',
      type: 'number',
      required,
      minimum: Number(written(low)),
      maximum: Number(written(high)),
      precision,
    };
    const near = fc.oneof(
      fc.constantFrom(low, high, 0).chain((end) => fc.integer({ min: end - 11, max: end + 11 })),
      fc.integer({ min: low, max: high }),
    );
    const shortened = near.map(written).chain((all) => {
      const shorter = all.includes('.') ? all.replace(/\.?0+$/, '') : all;
      return fc.constantFrom(
        all,
        shorter,
        shorter,
        all.slice(0, -1),
        `${all}0`,
        `0${all}`,
        `-${all}`,
        all.replace('-', ''),
      );
    });
    return fc.tuple(fc.constant(field), shortened);
  });
});

test('an accepted number is valid, and every usual way to write a valid one is accepted', () => {
  let taken = 0;
  fc.assert(
    fc.property(numbers, ([field, written]) => {
      const read = written === '' ? null : numberReader(field)(written);
      const good = read === null ? !field.required : typeof read !== 'string';
      if (takes(dfaTableOf(numberDfa(field)), bytesOf(written))) {
        taken++;
        expect(good, `${written} in ${JSON.stringify(field)}`).toBe(true);
      } else if (good && read !== null && typeof read !== 'string')
        expect(read.text, `${written} in ${JSON.stringify(field)}`).not.toBe(written);
    }),
    { numRuns: 5000 },
  );
  expect(taken).toBeGreaterThan(1000);
});
