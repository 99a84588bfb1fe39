/** A schema as somebody types it, and what is wrong with it. */
import { NewJsonSchema, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { repeatedName } from '@cloakroom/contract/json.ts';

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

/** What is wrong: the text is no JSON, the name at a place is repeated, or the value at `path` breaks a rule. */
export type SchemaProblem =
  | { kind: 'syntax'; message: string }
  | { kind: 'repeated'; message: string; at: number }
  | { kind: 'rule'; message: string; path: readonly PropertyKey[] };

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
  const repeated = repeatedName(text);
  if (repeated !== null) {
    const message = `${JSON.stringify(repeated.name)} stands twice in one object: only the last one would count.`;
    return { schema: null, problems: [{ kind: 'repeated', message, at: repeated.at }] };
  }
  const read = NewJsonSchema.safeParse(value);
  if (read.success) return { schema: read.data, problems: [] };
  const problems = new Map(
    read.error.issues.map(({ message, path }) => {
      const said = sentence(message);
      return [said, { kind: 'rule', message: said, path } as const];
    }),
  );
  return { schema: null, problems: [...problems.values()] };
}

/** Line and column, both from 1, of a place in a text. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
