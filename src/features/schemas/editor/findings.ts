/** What is wrong with a schema's text, where, and what one press could do about it. */
import { positionOf, readSchemaText, type SchemaProblem } from '#src/features/schemas/schemaText.ts';
import { boundsFix, type Fix } from './bounds.ts';
import { entryAt, parse, firstErrorPosition, type Tree } from './jsonTree.ts';

export type Finding = {
  message: string;
  /** The part of the text that is meant; never empty unless the text is. */
  from: number;
  to: number;
  /** Of `from`, both from 1. */
  line: number;
  column: number;
  fix: Fix | null;
};

/** What a reader of JSON trips over, in words for those who write it. */
function syntaxMessage(text: string, at: number): string {
  const rest = text.slice(at);
  const before = text.slice(0, at).trimEnd().at(-1);
  if (rest.trim() === '') return 'The text ends too early: something is not closed.';
  if (before === ',' && /^\s*[}\]]/.test(rest)) return 'There is a comma too many before this.';
  if (rest.startsWith('"') && before && /["}\]\w]/.test(before)) return 'A comma is missing before this.';
  if (rest.startsWith("'")) return 'JSON wants double quotes.';
  return 'This is where the text stops being JSON.';
}

/** Where the browser says that it stopped reading, for what our own reader lets pass (a bad escape in a string). */
const stoppedAt = (message: string) => Number(/position (\d+)/.exec(message)?.[1] ?? 0);

function locate(
  text: string,
  tree: Tree,
  problem: SchemaProblem,
): { from: number; to: number; message: string } {
  if (problem.kind === 'repeated') {
    const { at, message } = problem;
    return { from: at, to: text.indexOf('"', at + 1) + 1, message };
  }
  if (problem.kind === 'rule') {
    const entry = entryAt(tree, problem.path, text);
    const marked = entry?.getChild('PropertyName') ?? tree.topNode.firstChild ?? tree.topNode;
    const { from } = marked;
    // The whole text would be a page of red: its first sign stands for it.
    return { from, to: entry ? marked.to : from + 1, message: problem.message };
  }
  const from = Math.min(firstErrorPosition(tree) ?? stoppedAt(problem.message), Math.max(0, text.length - 1));
  return { from, to: from + 1, message: syntaxMessage(text, firstErrorPosition(tree) ?? from) };
}

/** Everything that keeps the text from being a schema, in the order of the text. */
export function findingsIn(text: string): Finding[] {
  const tree = parse(text);
  return readSchemaText(text)
    .problems.map((problem) => {
      const { from, to, message } = locate(text, tree, problem);
      const fix = problem.kind === 'rule' ? boundsFix(tree, problem.path, text) : null;
      return { message, from, to: Math.min(to, text.length), ...positionOf(text, from), fix };
    })
    .sort((a, b) => a.from - b.from);
}
