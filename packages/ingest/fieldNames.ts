/** Names of fields for the headings of a file. */
import { queryKeyName } from '@cloakroom/contract/fields.ts';

const maxLength = 127;
const reservedNames = new Set([queryKeyName, '__proto__']);

/**
 * A name for each heading, in their order: the heading itself if a field may have that name. Control characters become spaces,
 * long headings are cut, and an empty, reserved or repeated one gets another name: `column_3`, `name_2`.
 */
export function fieldNames(headings: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return headings.map((heading, column) => {
    const cleaned = cut(heading.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim(), maxLength);
    const preferred = cleaned === '' || reservedNames.has(cleaned) ? `column_${column + 1}` : cleaned;
    const name = unusedName(
      preferred,
      (candidate) => usedNames.has(candidate) || (candidate !== heading && headings.includes(candidate)),
    );
    usedNames.add(name);
    return name;
  });
}

function unusedName(preferred: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`;
    const name = `${cut(preferred, maxLength - suffix.length)}${suffix}`;
    if (!isTaken(name)) return name;
  }
}

/** Shortens text without splitting a character. */
const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : text
        .slice(0, length)
        .replace(/\p{Cs}$/u, '')
        .trimEnd();
