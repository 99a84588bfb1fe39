/** What the editor completes at each position. */
import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { completions } from '#src/features/schemas/editor/completions.ts';

/** @param text - with `|` at the caret. */
function offered(text: string, explicit = true) {
  const at = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', '') });
  const result = completions(new CompletionContext(state, at, explicit));
  return {
    state,
    at,
    result,
    words: result?.options.map(({ label }) => label.replaceAll('"', '')) ?? [],
  };
}

/** The text after the option of that name was applied. */
function taken(text: string, word: string): string {
  const { state, at, result } = offered(text);
  const option = result!.options.find(({ label }) => label === `"${word}"`)!;
  const view = new EditorView({ state });
  if (typeof option.apply === 'function') option.apply(view, option, result!.from, at);
  return view.state.doc.toString();
}

test.each([
  ['{ | }', ['type', 'properties', 'required', 'title', 'description']],
  ['{ "type": "object", "| }', ['properties', 'required', 'title', 'description']],
  [
    '{ "properties": { "age": { "type": "integer", "|" } } }',
    [
      'minimum',
      'maximum',
      'precision',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'multipleOf',
      'enum',
      'minLength',
      'maxLength',
      'pattern',
      'format',
      'const',
      'description',
    ],
  ],
  ['{ "properties": { "|" } }', ['text', 'count', 'amount']],
  ['{ "type": | }', ['object']],
  ['{ "properties": { "age": { "type": "|" } } }', ['string', 'number', 'integer']],
  [
    '{ "properties": { "born": { "type": "string", "format": "|" } } }',
    [
      'date',
      'time',
      'date-time',
      'duration',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uri',
      'uri-reference',
      'uri-template',
      'uuid',
      'json-pointer',
      'relative-json-pointer',
      'regex',
    ],
  ],
  ['{ "properties": { "a": {}, "b": {} }, "required": ["a", "|"] }', ['b']],
  ['{ "properties": { "a": { "enum": ["|"] } } }', []],
  ['{ "title": "|" }', []],
])('%s offers %j', (text, words) => {
  expect(offered(text).words).toEqual(words);
});

test('offers nothing automatically before a word is begun', () => {
  expect(offered('{ | }', false).result).toBeNull();
  expect(offered('{ "t| }', false).words).toContain('type');
});

test('a keyword is inserted with its colon and a first value, over the closing quote', () => {
  expect(taken('{ "properties": { "age": { "min|" } } }', 'minimum')).toBe(
    '{ "properties": { "age": { "minimum": 0 } } }',
  );
});

test('a keyword that has a value already is only replaced', () => {
  expect(taken('{ "properties": { "age": { "m|": 7 } } }', 'maximum')).toBe(
    '{ "properties": { "age": { "maximum": 7 } } }',
  );
});

test('a type is inserted with its quotes', () => {
  expect(taken('{ "properties": { "age": { "type": | } } }', 'integer')).toBe(
    '{ "properties": { "age": { "type": "integer" } } }',
  );
});
