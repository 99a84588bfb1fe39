/** Parses the text of a schema, and finds its problems. */
import { NewJsonSchema, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { findDuplicateName } from '@cloakroom/contract/duplicateName.ts';
import { capitalize } from '#src/shared/format/capitalize.ts';

/** The initial text of a new schema. */
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

/** The text is not JSON, the name at an offset is repeated, or the value at `path` breaks a rule. */
export type SchemaProblem =
  | { kind: 'syntax'; message: string }
  | { kind: 'repeated'; message: string; at: number }
  | { kind: 'rule'; message: string; path: readonly PropertyKey[] };

export type SchemaTextResult =
  { schema: JsonSchema; problems: [] } | { schema: null; problems: SchemaProblem[] };

/** Parses JSON, and validates it by the rules for schemas that can be sealed. */
export function readSchemaText(text: string): SchemaTextResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { schema: null, problems: [{ kind: 'syntax', message }] };
  }
  const repeated = findDuplicateName(text);
  if (repeated !== null) {
    const message = `${JSON.stringify(repeated.name)} appears twice in one object: only the last one would count.`;
    return { schema: null, problems: [{ kind: 'repeated', message, at: repeated.at }] };
  }
  const parsed = NewJsonSchema.safeParse(value);
  if (parsed.success) return { schema: parsed.data, problems: [] };
  const problems = new Map(
    parsed.error.issues.map(({ message, path }) => {
      const capitalized = capitalize(message);
      return [capitalized, { kind: 'rule', message: capitalized, path } as const];
    }),
  );
  return { schema: null, problems: [...problems.values()] };
}

/** The line and the column, both from 1, of an offset in the text. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
