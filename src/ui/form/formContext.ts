/** Connects a field to the form around it. */
import { useEffect, useId, type ChangeEventHandler, type FocusEventHandler } from 'react';
import { useFormContext, type UseFormReturn } from 'react-hook-form';

/** The props of every field. */
export type FieldProps = {
  /** The visible label and the control's accessible name. */
  label: string;
  /** The key of the value in the form. */
  name: string;
  hint?: string | undefined;
  /** Overrides the form's message; for fields outside of a form. */
  error?: string | undefined;
  /** Whether it may be empty; shown beside the label. */
  optional?: boolean | undefined;
};

type Input = {
  /** The value of a controlled field, which the form copies. */
  held?: unknown;
  onChange?: ChangeEventHandler | undefined;
  onBlur?: FocusEventHandler | undefined;
};

/** Id, error and control props of a field. Works without a form too. */
export function useField(
  { name, hint, error, optional = false }: Omit<FieldProps, 'label'>,
  { held, onChange, onBlur }: Input = {},
) {
  const form = useFormContext() as UseFormReturn | null;
  const id = useId();
  useEffect(() => {
    if (held !== undefined) form?.setValue(name, held);
  }, [form, name, held]);
  const message = error ?? (form?.formState.errors[name]?.message as string | undefined);
  const described = [message && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    error: message,
    control: {
      ...(held === undefined &&
        form?.register(name, { ...(onChange && { onChange }), ...(onBlur && { onBlur }) })),
      id,
      name,
      required: form !== null && !optional,
      'aria-describedby': described || undefined,
      'aria-invalid': message ? (true as const) : undefined,
    },
  };
}
