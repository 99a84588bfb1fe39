/** Names of fields for the headings of a file. */
import { queryKeyName } from '@cloakroom/contract/fields.ts';

const maxLength = 127;
const refused = new Set([queryKeyName, '__proto__']);

/**
 * A name for each heading, in their order: the heading itself where a field may have that name. Control characters become spaces,
 * long headings are cut, and an empty, reserved or repeated one gets another name: `column_3`, `name_2`.
 */
export function fieldNames(headings: readonly string[]): string[] {
  const taken = new Set<string>();
  return headings.map((heading, column) => {
    const cleaned = cut(heading.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim(), maxLength);
    const wanted = cleaned === '' || refused.has(cleaned) ? `column_${column + 1}` : cleaned;
    const name = unusedName(
      wanted,
      (each) => taken.has(each) || (each !== heading && headings.includes(each)),
    );
    taken.add(name);
    return name;
  });
}

function unusedName(wanted: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`;
    const name = `${cut(wanted, maxLength - suffix.length)}${suffix}`;
    if (!isTaken(name)) return name;
  }
}

/** Cuts a text without splitting a character. */
const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : text
        .slice(0, length)
        .replace(/\p{Cs}$/u, '')
        .trimEnd();
