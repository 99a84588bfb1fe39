/** The problems of a schema's text with their positions and quick fixes. */
import { positionOf, readSchemaText, type SchemaProblem } from '#src/features/schemas/schemaText.ts';
import { boundsFix, type Fix } from './bounds.ts';
import { entryAt, parse, firstErrorPosition, type Tree } from './jsonTree.ts';

export type Finding = {
  message: string;
  /** The marked range; empty only if the text is empty. */
  from: number;
  to: number;
  /** The position of `from`, counted from 1. */
  line: number;
  column: number;
  fix: Fix | null;
};

/** A message for the syntax error at an offset. */
function syntaxMessage(text: string, at: number): string {
  const rest = text.slice(at);
  const before = text.slice(0, at).trimEnd().at(-1);
  if (rest.trim() === '') return 'The text ends too early: something is not closed.';
  if (before === ',' && /^\s*[}\]]/.test(rest)) return 'There is an extra comma before this.';
  if (rest.startsWith('"') && before && /["}\]\w]/.test(before)) return 'A comma is missing before this.';
  if (rest.startsWith("'")) return 'JSON requires double quotes.';
  return 'The text is not valid JSON from here on.';
}

/** The offset in the browser's message, for errors that the editor's parser accepts (a bad escape in a string). */
const positionIn = (message: string) => Number(/position (\d+)/.exec(message)?.[1] ?? 0);

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
    // A problem of the whole text is marked at its first character.
    return { from, to: entry ? marked.to : from + 1, message: problem.message };
  }
  const from = Math.min(
    firstErrorPosition(tree) ?? positionIn(problem.message),
    Math.max(0, text.length - 1),
  );
  return { from, to: from + 1, message: syntaxMessage(text, firstErrorPosition(tree) ?? from) };
}

/** All problems, in the order of the text. */
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
