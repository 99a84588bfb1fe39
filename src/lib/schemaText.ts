/** A schema as somebody types it, and what is wrong with it. */
import { JsonSchema } from '#contract/fields.ts';

/** What a new schema starts from. */
export const sampleSchema = JSON.stringify(
  {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 1, maximum: 100 } },
    required: ['name', 'age'],
  },
  null,
  2,
);

export const invalidSchema = 'JSON schema is invalid. Please correct the errors before submitting.';

/** What is wrong with the text. */
type SchemaProblem = { message: string; kind: 'syntax' | 'rule' };

export type ReadSchema = { schema: JsonSchema; problems: [] } | { schema: null; problems: SchemaProblem[] };

const sentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/** Read a schema text against JSON and against the rules for schemas that can be sealed. */
export function readSchemaText(text: string): ReadSchema {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { schema: null, problems: [{ kind: 'syntax', message }] };
  }
  const read = JsonSchema.safeParse(value);
  if (read.success) return { schema: read.data, problems: [] };
  const messages = read.error.issues.map(({ message }) => sentence(message));
  return { schema: null, problems: [...new Set(messages)].map((message) => ({ kind: 'rule', message })) };
}

/** Line and column, both from 1, of a place in a text. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
