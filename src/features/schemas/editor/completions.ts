/** Completions in the text of a schema: keywords, types, formats and the names of fields. */
import {
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { supportedFormats } from '@cloakroom/contract/formats.ts';
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

/** A keyword with its description and a template for its value. */
type Keyword = { keyword: string; description: string; value: string };

const rootKeywords: Keyword[] = [
  { keyword: 'type', description: 'always "object"', value: '"object"' },
  { keyword: 'properties', description: 'the fields', value: '{ ${} }' },
  { keyword: 'required', description: 'fields that every record has', value: '[${}]' },
  { keyword: 'title', description: 'a name', value: '"${}"' },
  { keyword: 'description', description: 'a sentence', value: '"${}"' },
];
const fieldKeywords: Keyword[] = [
  { keyword: 'type', description: 'string, number or integer', value: '"${}"' },
  { keyword: 'minimum', description: 'the smallest value of a number', value: '${1:0}' },
  { keyword: 'maximum', description: 'the largest value of a number', value: '${1:100}' },
  { keyword: 'precision', description: 'decimals of a number', value: '${1:2}' },
  { keyword: 'exclusiveMinimum', description: 'a number must be greater', value: '${1:0}' },
  { keyword: 'exclusiveMaximum', description: 'a number must be less', value: '${1:100}' },
  { keyword: 'multipleOf', description: 'steps of a number', value: '${1:1}' },
  { keyword: 'enum', description: 'the allowed strings', value: '["${}"]' },
  { keyword: 'minLength', description: 'minimum number of characters', value: '${1:1}' },
  { keyword: 'maxLength', description: 'maximum number of characters', value: '${1:100}' },
  { keyword: 'pattern', description: 'a regular expression', value: '"^${}$"' },
  { keyword: 'format', description: 'the format of a string', value: '"${}"' },
  { keyword: 'const', description: 'the only allowed value', value: '"${}"' },
  { keyword: 'description', description: 'a sentence', value: '"${}"' },
];
const newFields: Keyword[] = [
  { keyword: 'text', description: 'a string', value: '{ "type": "string" }' },
  {
    keyword: 'count',
    description: 'an integer with bounds',
    value: '{ "type": "integer", "minimum": 0, "maximum": 100 }',
  },
  {
    keyword: 'amount',
    description: 'a number with bounds and two decimals',
    value: '{ "type": "number", "minimum": 0, "maximum": 100, "precision": 2 }',
  },
];
const types = ['string', 'number', 'integer'];
const formats = Object.keys(supportedFormats);

/** Keywords for the entry of an object at this path. */
function keywordsAt(path: readonly string[]): Keyword[] {
  if (path.length === 0) return rootKeywords;
  if (path[0] !== 'properties') return [];
  if (path.length === 1) return newFields;
  return path.length === 2 ? fieldKeywords : [];
}

/** Values to offer at this path. */
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

/** @param at - the start of the word that is being written. */
function targetAt(tree: Tree, at: number): CompletionTarget | null {
  const before = tree.resolveInner(at, -1);
  const isPunctuation = before.type.isError || ['{', '[', ',', ':'].includes(before.name);
  const node = isPunctuation ? before.parent : before;
  if (node?.name === 'Object') return { kind: 'name', node };
  return node?.name === 'Property' || node?.name === 'Array' ? { kind: 'value', node } : null;
}

const quoted = (word: string) => `"${word}"`;

/** Replaces the word, and its rest behind the caret, such as the quote that the editor closed. */
const writeOver =
  (template: string): NonNullable<Completion['apply']> =>
  (view, completion, from, to) => {
    const rest = /^[\w$-]*"?/.exec(view.state.sliceDoc(to, view.state.doc.lineAt(to).to))?.[0].length ?? 0;
    const end = view.state.sliceDoc(from, from + 1) === '"' ? to + rest : to;
    // A name that already has a value is only replaced.
    const hasValue = /^\s*:/.test(view.state.sliceDoc(end));
    snippet(hasValue ? completion.label : template)(view, completion, from, end);
  };

/** Completes while a word is typed, and on request (Ctrl+Space). */
export function completions(context: CompletionContext): CompletionResult | null {
  const text = context.state.doc.toString();
  const from = context.matchBefore(/"?[\w$-]*/)?.from ?? context.pos;
  if (from === context.pos && !context.explicit) return null;
  const tree = parse(text);
  const target = targetAt(tree, from);
  if (!target) return null;
  const options =
    target.kind === 'name' ? names(target.node, text, from) : values(target.node, tree, text, from);
  return options.length > 0 ? { from, options, validFor: /^"?[\w$-]*$/ } : null;
}

function names(object: Node, text: string, from: number): Completion[] {
  const otherEntries = entriesOf(object).filter((entry) => entry.from !== from);
  const present = new Set(otherEntries.map((entry) => nameOf(entry, text)));
  return keywordsAt(pathTo(object, text))
    .filter(({ keyword }) => !present.has(keyword))
    .map(({ keyword, description, value }, at) => ({
      label: quoted(keyword),
      detail: description,
      // Keeps the order of the list above instead of sorting by name.
      boost: -at,
      apply: writeOver(`${quoted(keyword)}: ${value}`),
    }));
}

function values(parent: Node, tree: Tree, text: string, from: number): Completion[] {
  const others = parent.name === 'Array' ? parent.getChildren('String') : [];
  const taken = new Set(others.filter((node) => node.from !== from).map((node) => unquoted(text, node)));
  return valuesAt(pathTo(parent, text), tree, text)
    .filter((word) => !taken.has(word))
    .map((word) => ({ label: quoted(word), apply: writeOver(quoted(word)) }));
}
