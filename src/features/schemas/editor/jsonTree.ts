/** Navigates the syntax tree of JSON, even if it is malformed. */
import { jsonLanguage } from '@codemirror/lang-json';

export type Tree = ReturnType<typeof jsonLanguage.parser.parse>;
export type Node = Tree['topNode'];

export const parse = (text: string): Tree => jsonLanguage.parser.parse(text);

/** A name or a string without its quotes, even while the closing one is missing. */
export function unquoted(text: string, { from, to }: { from: number; to: number }): string {
  return text.slice(from, to).replace(/^"|"$/g, '');
}

/** The entries of an object, in the order of the text. */
export const entriesOf = (object: Node): Node[] => object.getChildren('Property');

/** The name of an entry; null if it has none yet. */
export function nameOf(entry: Node, text: string): string | null {
  const name = entry.getChild('PropertyName');
  return name && unquoted(text, name);
}

/** The value of an entry; null if it has none yet. */
export function valueOf(entry: Node): Node | null {
  const last = entry.lastChild;
  return last && last.name !== 'PropertyName' && !last.type.isError && last.name !== ':' ? last : null;
}

/** The last entry of that name, which is the one that JSON.parse uses. */
const entryNamed = (object: Node, name: string, text: string): Node | undefined =>
  entriesOf(object).findLast((entry) => nameOf(entry, text) === name);

/** The deepest existing entry on a path of names; null if there is none. */
export function entryAt(tree: Tree, path: readonly PropertyKey[], text: string): Node | null {
  let object = tree.topNode.firstChild;
  let found: Node | null = null;
  for (const step of path) {
    const entry: Node | undefined =
      object?.name === 'Object' ? entryNamed(object, String(step), text) : undefined;
    if (!entry) break;
    found = entry;
    object = valueOf(entry);
  }
  return found;
}

/** The names of the entries around a node, outermost first. */
export function pathTo(node: Node | null, text: string): string[] {
  const path: string[] = [];
  for (let at = node; at; at = at.parent) if (at.name === 'Property') path.unshift(nameOf(at, text) ?? '');
  return path;
}

/** The offset of the first syntax error; null without one. */
export function firstErrorPosition(tree: Tree): number | null {
  const cursor = tree.cursor();
  do {
    if (cursor.type.isError) return cursor.from;
  } while (cursor.next());
  return null;
}
