/** The quick fix for a number without bounds. */
import { entriesOf, entryAt, nameOf, valueOf, type Node, type Tree } from './jsonTree.ts';

/** An insertion into the text, and the selection after it. */
export type Fix = { name: string; at: number; insert: string; select: { from: number; to: number } };

const defaultSpan = 100;

/** Both bounds; a missing one is derived from the other. */
function defaultBounds(minimum: number | undefined, maximum: number | undefined) {
  return {
    minimum: minimum ?? Math.min(0, (maximum ?? defaultSpan) - defaultSpan),
    maximum: maximum ?? Math.max(defaultSpan, (minimum ?? 0) + defaultSpan),
  };
}

/** The whitespace before an entry of the object: a line break with indentation, or a space. */
function separator(last: Node, text: string): string {
  const before = /\s*$/.exec(text.slice(0, last.from))?.[0] ?? '';
  return before.includes('\n') ? before.slice(before.lastIndexOf('\n')) : ' ';
}

/** Adds the missing bounds of the number at the path; null if there is no number, or nothing is missing. */
export function boundsFix(tree: Tree, path: readonly PropertyKey[], text: string): Fix | null {
  const entry = path.length === 2 && path[0] === 'properties' ? entryAt(tree, path, text) : null;
  const field = entry && valueOf(entry);
  if (field?.name !== 'Object') return null;
  const entries = entriesOf(field);
  const last = entries.at(-1);
  const sourceByName = new Map(
    entries.map((each) => {
      const value = valueOf(each);
      return [nameOf(each, text), value ? text.slice(value.from, value.to) : ''] as const;
    }),
  );
  if (!last || !['"number"', '"integer"'].includes(sourceByName.get('type') ?? '')) return null;
  const number = (name: string) => (sourceByName.has(name) ? Number(sourceByName.get(name)) || 0 : undefined);
  const bounds = defaultBounds(number('minimum'), number('maximum'));
  const missing = (['minimum', 'maximum'] as const).filter((name) => !sourceByName.has(name));
  const [first] = missing;
  if (!first) return null;
  const separatorText = separator(last, text);
  const insert = missing.map((name) => `,${separatorText}"${name}": ${bounds[name]}`).join('');
  const from = last.to + `,${separatorText}"${first}": `.length;
  return {
    name: `Add ${missing.join(' and ')}`,
    at: last.to,
    insert,
    select: { from, to: from + String(bounds[first]).length },
  };
}
