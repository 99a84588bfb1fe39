/** Patterns without backtracking, compared with the regular expressions of JavaScript. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, PatternRefused } from '@cloakroom/contract/pattern.ts';
import { patternMatcher } from '@cloakroom/ingest/patternMatcher.ts';

const atom = fc.constantFrom(
  'a', 'b', 'é', '😀', '.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '[ab]', '[^a]', '[]', '[^]', '[a-c\\d\\]]', '[\\b-]', '\\.', '\\/',
  '\\u0061', '\\ud83d\\ude00', '\\u{1F600}', '\\x62', '\\cJ', '\\0', '\\n', '\\p{L}', '\\P{Lu}', '\\p{Script=Greek}', '^', '$', '\\b', '\\B',
); // prettier-ignore
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0}', '{1,}', '{1,3}', '*?', '{0,2}?');
const single = fc
  .tuple(atom, quantifier)
  .map(([one, times]) => (/^(?:\^|\$|\\b|\\B)$/.test(one) ? one : one + times));
/** Deeper nesting of repetitions would take JavaScript's engine forever. */
const grouped = (part: fc.Arbitrary<string>, times: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom('(', '(?:'), fc.array(fc.array(part, { maxLength: 3 }), { minLength: 1, maxLength: 3 }), times)
    .map(([open, options, count]) => `${open}${options.map((parts) => parts.join('')).join('|')})${count}`); // prettier-ignore
const part = fc.oneof(single, single, grouped(single, quantifier));
const pattern = fc
  .array(fc.array(fc.oneof(part, grouped(part, fc.constantFrom('', '?', '{2}'))), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
  .map((options) => options.map((parts) => parts.join('')).join('|')); // prettier-ignore
const text = fc.string({
  unit: fc.constantFrom(...Array.from('abcd1 \n\u2028éα😀._-]\b\0')),
  maxLength: 6,
});

/**
 * Whether JavaScript's engine finds a match. It is tried at each character, as it would also match between
 * surrogates.
 */
function nativeMatch(source: string, text: string): boolean {
  const native = new RegExp(source, 'uy');
  const starts = [0];
  for (const character of text) starts.push(starts.at(-1)! + character.length);
  return starts.some((at) => {
    native.lastIndex = at;
    return native.test(text);
  });
}

test('agrees with JavaScript’s engine on 20,000 generated pairs of pattern and text', () => {
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 4, maxLength: 4 }), (source, texts) => {
      let matches;
      try {
        matches = patternMatcher(source);
      } catch (error) {
        expect(error).toBeInstanceOf(PatternRefused);
        return;
      }
      for (const one of texts)
        expect([source, one, matches(one)]).toEqual([source, one, nativeMatch(source, one)]);
    }),
    { numRuns: 5000 },
  );
});

describe('a pattern that can’t be matched in linear time is refused with its reason', () => {
  test.each([
    ['(a)\\1', 'uses the backreference \\1, which is not supported'],
    ['(?<x>a)\\k<x>', 'uses the backreference \\k, which is not supported'],
    ['a(?=b)', 'looks ahead with (?=, which is not supported'],
    ['a(?!b)', 'looks ahead with (?!, which is not supported'],
    ['(?<=a)b', 'looks behind with (?<=, which is not supported'],
    ['(?<!a)b', 'looks behind with (?<!, which is not supported'],
    ['a{1001}', 'is too large: with its repetitions written out it has more than 1000 parts'],
    ['(((a{99}){99}){99}){99}', 'is too large'],
    ['['.repeat(2), 'is not a regular expression: Unterminated character class'],
    ['\\@', 'is not a regular expression: Invalid escape'],
    [`${'('.repeat(101)}${')'.repeat(101)}`, 'has groups nested more than 100 deep'],
  ])('%s', (source, reason) => {
    expect(() => compilePattern(source)).toThrow(reason);
  });
});

test('a named group is a group', () => {
  expect(patternMatcher('^(?<year>\\d{4})-(?<month>\\d\\d)$')('2026-11')).toBe(true);
});

test('patterns that take backtracking engines forever take time linear in the text', () => {
  const long = 'a'.repeat(65_536);
  for (const source of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*a){20}b', '^(?:a?){300}a{300}$']) {
    const matches = patternMatcher(source);
    const began = performance.now();
    expect(matches(`${long}!`)).toBe(false);
    expect(performance.now() - began).toBeLessThan(5000);
  }
});

test('limits its cached states, and still matches correctly', () => {
  const matches = patternMatcher('^.*(?:a|é).{12}$');
  const native = /^.*(?:a|é).{12}$/u;
  for (let seed = 1; seed < 3000; seed++) {
    const one = Array.from({ length: 20 }, (_, i) => ((seed * 7919 * (i + 1)) % 3 === 0 ? 'a' : String.fromCodePoint(200 + ((seed * i) % 20_000)))).join(''); // prettier-ignore
    expect(matches(one)).toBe(native.test(one));
  }
});
