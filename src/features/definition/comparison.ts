/** Compares the edited definition with the stored one. */
import { compareDefinitions } from '@cloakroom/contract/definitionChange.ts';
import { NewJsonSchema, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { capitalize } from '#src/shared/format/capitalize.ts';

export type EditComparison = ReturnType<typeof comparisonOf>;

/** What the changes require, and why the definition is invalid. It may be invalid while a number is being typed. */
export function comparisonOf(before: JsonSchema, after: JsonSchema) {
  const checked = NewJsonSchema.safeParse(after);
  if (checked.success) return { ...compareDefinitions(before, checked.data), problem: undefined };
  const message = checked.error.issues[0]?.message ?? '';
  return {
    kind: 'same' as const,
    changes: [],
    problem: `${capitalize(message)}.`,
  };
}
