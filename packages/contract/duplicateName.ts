/** Finds repeated member names in JSON, which `JSON.parse` accepts silently. */

const [quote, backslash, comma, object, objectEnd, list, listEnd] = [34, 92, 44, 123, 125, 91, 93];

/**
 * The first name that appears twice in one object, and the offset of its second occurrence; null if there is none.
 * `JSON.parse` would keep only the last value.
 * @param text - valid JSON.
 */
export function findDuplicateName(text: string): { name: string; at: number } | null {
  /** The names so far of each enclosing object; null for an array. */
  const enclosing: (Set<string> | null)[] = [];
  let names: Set<string> | null = null;
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = closingQuote(text, at);
      if (isName && names) {
        const name = nameBetween(text, at, end);
        if (names.has(name)) return { name, at };
        names.add(name);
        isName = false;
      }
      at = end;
    } else if (code === object || code === list) {
      enclosing.push(names);
      names = code === object ? new Set() : null;
      isName = code === object;
    } else if (code === objectEnd || code === listEnd) {
      names = enclosing.pop() ?? null;
      isName = false;
    } else if (code === comma) isName = names !== null;
  }
  return null;
}

function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text.charCodeAt(from - 1) === backslash) from--;
  return (at - from) % 2 === 1;
}

function nameBetween(text: string, from: number, end: number): string {
  const written = text.slice(from + 1, end);
  return written.includes('\\') ? (JSON.parse(text.slice(from, end + 1)) as string) : written;
}
