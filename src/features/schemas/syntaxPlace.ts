/** Where a JSON text stops being JSON. */
import { jsonLanguage } from '@codemirror/lang-json';
import { placeOf } from '#src/lib/schemaText.ts';

/** The first place that a JSON reader stumbles over, line and column from 1; null when it doesn't. */
export function syntaxPlace(text: string): { line: number; column: number; offset: number } | null {
  const cursor = jsonLanguage.parser.parse(text).cursor();
  do {
    if (cursor.type.isError) return { ...placeOf(text, cursor.from), offset: cursor.from };
  } while (cursor.next());
  return null;
}
