/** What can be written at a place of a schema: keywords, types, and the names of its fields. */
import {
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { keptFormats } from '@cloakroom/contract/formats.ts';
import {
  unquoted,
  entriesOf,
  entryAt,
  nameOf,
  parse,
  pathTo,
  valueOf,
  type Node,
  type Tree,
} from './jsonTree.ts';

/** A keyword, what it is for, and how its value starts. */
type Keyword = { word: string; about: string; value: string };

const rootKeywords: Keyword[] = [
  { word: 'type', about: 'always "object"', value: '"object"' },
  { word: 'properties', about: 'the fields', value: '{ ${} }' },
  { word: 'required', about: 'fields that every record has', value: '[${}]' },
  { word: 'title', about: 'a name', value: '"${}"' },
  { word: 'description', about: 'a sentence', value: '"${}"' },
];
const fieldKeywords: Keyword[] = [
  { word: 'type', about: 'string, number or integer', value: '"${}"' },
  { word: 'minimum', about: 'the least value of a number', value: '${1:0}' },
  { word: 'maximum', about: 'the greatest value of a number', value: '${1:100}' },
  { word: 'precision', about: 'decimals of a number', value: '${1:2}' },
  { word: 'exclusiveMinimum', about: 'a number must be greater', value: '${1:0}' },
  { word: 'exclusiveMaximum', about: 'a number must be less', value: '${1:100}' },
  { word: 'multipleOf', about: 'steps of a number', value: '${1:1}' },
  { word: 'enum', about: 'the allowed texts', value: '["${}"]' },
  { word: 'minLength', about: 'least characters of a text', value: '${1:1}' },
  { word: 'maxLength', about: 'most characters of a text', value: '${1:100}' },
  { word: 'pattern', about: 'a regular expression', value: '"^${}$"' },
  { word: 'format', about: 'what a text holds', value: '"${}"' },
  { word: 'const', about: 'the only allowed value', value: '"${}"' },
  { word: 'description', about: 'a sentence', value: '"${}"' },
];
const newFields: Keyword[] = [
  { word: 'text', about: 'a string', value: '{ "type": "string" }' },
  {
    word: 'count',
    about: 'an integer with bounds',
    value: '{ "type": "integer", "minimum": 0, "maximum": 100 }',
  },
  {
    word: 'amount',
    about: 'a number with bounds and two decimals',
    value: '{ "type": "number", "minimum": 0, "maximum": 100, "precision": 2 }',
  },
];
const types = ['string', 'number', 'integer'];
const formats = Object.keys(keptFormats);

/** Keywords for the entry of an object at this path. */
function keywordsAt(path: readonly string[]): Keyword[] {
  if (path.length === 0) return rootKeywords;
  if (path[0] !== 'properties') return [];
  if (path.length === 1) return newFields;
  return path.length === 2 ? fieldKeywords : [];
}

/** Texts for the value at this path. */
function valuesAt(path: readonly string[], tree: Tree, text: string): string[] {
  if (path.length === 1 && path[0] === 'type') return ['object'];
  if (path.length === 1 && path[0] === 'required') {
    const object = entryAt(tree, ['properties'], text);
    const fields = object && valueOf(object);
    return fields?.name === 'Object' ? entriesOf(fields).flatMap((entry) => nameOf(entry, text) ?? []) : [];
  }
  if (path.length !== 3 || path[0] !== 'properties') return [];
  return path[2] === 'type' ? types : path[2] === 'format' ? formats : [];
}

/** The object or array entry that is being written. */
type CompletionTarget = { kind: 'name' | 'value'; node: Node };

/** @param at - where the word that is being written starts. */
function targetAt(tree: Tree, at: number): CompletionTarget | null {
  const before = tree.resolveInner(at, -1);
  const sign = before.type.isError || ['{', '[', ',', ':'].includes(before.name);
  const node = sign ? before.parent : before;
  if (node?.name === 'Object') return { kind: 'name', node };
  return node?.name === 'Property' || node?.name === 'Array' ? { kind: 'value', node } : null;
}

const quoted = (word: string) => `"${word}"`;

/** Writes over the word so far and over what is left of it behind the caret: the quote that closed itself. */
const written =
  (template: string): NonNullable<Completion['apply']> =>
  (view, completion, from, to) => {
    const rest = /^[\w$-]*"?/.exec(view.state.sliceDoc(to, view.state.doc.lineAt(to).to))?.[0].length ?? 0;
    const end = view.state.sliceDoc(from, from + 1) === '"' ? to + rest : to;
    // A name that has its value already is only replaced.
    const named = /^\s*:/.test(view.state.sliceDoc(end));
    snippet(named ? completion.label : template)(view, completion, from, end);
  };

/** Offers itself while a word is typed, and when asked for (Ctrl+Space). */
export function completions(context: CompletionContext): CompletionResult | null {
  const text = context.state.doc.toString();
  const from = context.matchBefore(/"?[\w$-]*/)?.from ?? context.pos;
  if (from === context.pos && !context.explicit) return null;
  const tree = parse(text);
  const spot = targetAt(tree, from);
  if (!spot) return null;
  const options = spot.kind === 'name' ? names(spot.node, text, from) : values(spot.node, tree, text, from);
  return options.length > 0 ? { from, options, validFor: /^"?[\w$-]*$/ } : null;
}

function names(object: Node, text: string, from: number): Completion[] {
  const others = entriesOf(object).filter((entry) => entry.from !== from);
  const present = new Set(others.map((entry) => nameOf(entry, text)));
  return keywordsAt(pathTo(object, text))
    .filter(({ word }) => !present.has(word))
    .map(({ word, about, value }, at) => ({
      label: quoted(word),
      detail: about,
      // The order of the list above, not that of the alphabet.
      boost: -at,
      apply: written(`${quoted(word)}: ${value}`),
    }));
}

function values(around: Node, tree: Tree, text: string, from: number): Completion[] {
  const others = around.name === 'Array' ? around.getChildren('String') : [];
  const taken = new Set(others.filter((node) => node.from !== from).map((node) => unquoted(text, node)));
  return valuesAt(pathTo(around, text), tree, text)
    .filter((word) => !taken.has(word))
    .map((word) => ({ label: quoted(word), apply: written(quoted(word)) }));
}
