/** Problems in a schema's text: where they are, and their fixes. */
import { describe, expect, test } from 'vitest';
import type { Fix } from '#src/features/schemas/editor/bounds.ts';
import { findingsIn } from '#src/features/schemas/editor/findings.ts';
import { readSchemaText, sampleSchema } from '#src/features/schemas/schemaText.ts';

const lines = (...text: string[]) => text.join('\n');
const repaired = (text: string, { at, insert }: Fix) => text.slice(0, at) + insert + text.slice(at);

test('the sample has no problems', () => {
  expect(findingsIn(sampleSchema)).toEqual([]);
});

describe('text that is not JSON', () => {
  test.each([
    ['a word', lines('{"type": "object",', '  oops}'), 2, 3, 'The text is not valid JSON from here on.'],
    [
      'a comma too many',
      lines('{', '  "type": "object",', '}'),
      3,
      1,
      'There is an extra comma before this.',
    ],
    ['a comma missing', lines('{"type": "object"', ' "a": 1}'), 2, 2, 'A comma is missing before this.'],
    ['single quotes', "{'type': 'object'}", 1, 2, 'JSON requires double quotes.'],
    [
      'an end too early',
      lines('{', '  "type": "object"'),
      2,
      18,
      'The text ends too early: something is not closed.',
    ],
    ['nothing', '', 1, 1, 'The text ends too early: something is not closed.'],
    ['a bad escape', '{"type": "a\\x"}', 1, 10, 'The text is not valid JSON from here on.'],
  ])('%s', (_, text, line, column, message) => {
    expect(findingsIn(text)).toMatchObject([{ line, column, message, fix: null }]);
  });

  test('a mark is never empty or beyond the text', () => {
    for (const text of ['', '{', '{"a": ', '[1,]', 'nul']) {
      const [finding] = findingsIn(text);
      expect(finding!.to).toBeLessThanOrEqual(text.length);
      if (text !== '') expect(finding!.to).toBeGreaterThan(finding!.from);
    }
  });
});

describe('a broken rule is marked at the name of what breaks it', () => {
  test.each([
    [
      '"age": every number needs "minimum" and "maximum"',
      '{"type":"object","properties":{"age":{"type":"number"}}}',
      '"age"',
    ],
    ['The root "type" must be "object"', '{"type":"array","properties":{}}', '"type"'],
    ['Needs at least one property', '{"type":"object","properties":{}}', '"properties"'],
    [
      '"required" names "b", which is not a property',
      '{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}',
      '"required"',
    ],
    [
      '"allOf" is not supported',
      '{"type":"object","properties":{"a":{"type":"string"}},"allOf":[]}',
      '"allOf"',
    ],
  ])('%s', (message, text, marked) => {
    const finding = findingsIn(text).find((one) => one.message === message)!;
    expect(text.slice(finding.from, finding.to)).toBe(marked);
  });

  test('a duplicate name is marked at its second occurrence', () => {
    const text = lines(
      '{"type":"object","properties":{',
      '"a":{"type":"string"},',
      '"a":{"type":"number"}}}',
    );
    expect(findingsIn(text)).toMatchObject([
      { line: 3, column: 1, message: '"a" appears twice in one object: only the last one would count.' },
    ]);
  });

  test('a problem of the whole text is marked at its start', () => {
    expect(findingsIn('[]')).toMatchObject([{ from: 0, to: 1, line: 1, column: 1 }]);
  });

  test('several problems are listed in the order of the text', () => {
    const text =
      '{"type":"object","properties":{"z":{"type":"number"},"a":{"type":"date"}},"required":["q"]}';
    expect(findingsIn(text).map(({ message }) => message.slice(0, 3))).toEqual(['"z"', '"a"', '"re']);
  });
});

describe('a fix adds the missing bounds of a number', () => {
  const age = (field: string) => `{"type":"object","properties":{"age":${field}}}`;

  test.each([
    ['{"type":"integer"}', 'Add minimum and maximum', { minimum: 0, maximum: 100 }],
    ['{"type":"number","minimum":5}', 'Add maximum', { minimum: 5, maximum: 105 }],
    ['{"type":"number","minimum":-7.5}', 'Add maximum', { minimum: -7.5, maximum: 100 }],
    ['{"maximum":-1,"type":"number"}', 'Add minimum', { minimum: -101, maximum: -1 }],
  ])('%s', (field, name, bounds) => {
    const text = age(field);
    const { fix } = findingsIn(text)[0]!;
    expect(fix!.name).toBe(name);
    const { schema } = readSchemaText(repaired(text, fix!));
    expect(schema?.properties.age).toMatchObject(bounds);
  });

  test('on separate lines if the others are, with the first number selected', () => {
    const text = age(lines('{', '    "type": "integer"', '  }'));
    const { fix } = findingsIn(text)[0]!;
    const after = repaired(text, fix!);
    expect(after).toBe(
      age(lines('{', '    "type": "integer",', '    "minimum": 0,', '    "maximum": 100', '  }')),
    );
    expect(after.slice(fix!.select.from, fix!.select.to)).toBe('0');
  });

  test('no fix is offered unless bounds are missing', () => {
    expect(findingsIn(age('{"type":"number","minimum":5,"maximum":1}'))[0]!.fix).toBeNull();
    expect(findingsIn(age('{"type":"date"}'))[0]!.fix).toBeNull();
    expect(findingsIn(age('7'))[0]!.fix).toBeNull();
  });
});
