/** The first value of a text control: the form's, unless the control is held or started by its owner. */
type Held = { value?: unknown; defaultValue?: unknown };

export function firstText(props: Held, first: unknown): { defaultValue?: string } {
  const own = props.value !== undefined || props.defaultValue !== undefined;
  const text = typeof first === 'string' || typeof first === 'number' ? String(first) : undefined;
  return own || text === undefined ? {} : { defaultValue: text };
}
