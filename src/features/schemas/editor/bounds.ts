/** The quick fix for a number without bounds. */
import { entriesOf, entryAt, nameOf, valueOf, type Node, type Tree } from './jsonTree.ts';

/** A change of the text by one press, and what is selected after it. */
export type Fix = { name: string; at: number; insert: string; select: { from: number; to: number } };

const defaultSpan = 100;

/** Bounds that fit the one that is there. */
function proposed(minimum: number | undefined, maximum: number | undefined) {
  return {
    minimum: minimum ?? Math.min(0, (maximum ?? defaultSpan) - defaultSpan),
    maximum: maximum ?? Math.max(defaultSpan, (minimum ?? 0) + defaultSpan),
  };
}

/** What stands before each entry of the object: a line's indent, or a space where all is on one line. */
function separator(last: Node, text: string): string {
  const before = /\s*$/.exec(text.slice(0, last.from))?.[0] ?? '';
  return before.includes('\n') ? before.slice(before.lastIndexOf('\n')) : ' ';
}

/** The bounds that the number at the path lacks; null when there is none, or nothing is missing. */
export function boundsFix(tree: Tree, path: readonly PropertyKey[], text: string): Fix | null {
  const entry = path.length === 2 && path[0] === 'properties' ? entryAt(tree, path, text) : null;
  const field = entry && valueOf(entry);
  if (field?.name !== 'Object') return null;
  const entries = entriesOf(field);
  const last = entries.at(-1);
  const written = new Map(
    entries.map((one) => {
      const value = valueOf(one);
      return [nameOf(one, text), value ? text.slice(value.from, value.to) : ''] as const;
    }),
  );
  if (!last || !['"number"', '"integer"'].includes(written.get('type') ?? '')) return null;
  const number = (name: string) => (written.has(name) ? Number(written.get(name)) || 0 : undefined);
  const bounds = proposed(number('minimum'), number('maximum'));
  const missing = (['minimum', 'maximum'] as const).filter((name) => !written.has(name));
  const [first] = missing;
  if (!first) return null;
  const between = separator(last, text);
  const insert = missing.map((name) => `,${between}"${name}": ${bounds[name]}`).join('');
  const from = last.to + `,${between}"${first}": `.length;
  return {
    name: `Add ${missing.join(' and ')}`,
    at: last.to,
    insert,
    select: { from, to: from + String(bounds[first]).length },
  };
}
