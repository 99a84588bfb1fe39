/** Replaces the references in an OpenAPI description by what they name, so that the page shows each call completely. */

/**
 * The value without references.
 * @param root - the whole description.
 * @param within - the references that this value is part of; they are not replaced again.
 */
export function resolved<Value>(root: unknown, value: Value, within: readonly string[] = []): Value {
  if (typeof value !== 'object' || value === null) return value;
  const reference = '$ref' in value && typeof value.$ref === 'string' ? value.$ref : null;
  if (reference !== null && !within.includes(reference))
    return resolved(root, targetOf(root, reference) as Value, [...within, reference]);
  if (Array.isArray(value)) return value.map((item: unknown) => resolved(root, item, within)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, resolved(root, member as unknown, within)]),
  ) as Value;
}

/** The value that a reference such as `#/components/schemas/Team` names; undefined if there is none. */
const targetOf = (root: unknown, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], root);
