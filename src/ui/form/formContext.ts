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
  /** Whether the field may be empty; shown beside the label. */
  optional?: boolean | undefined;
};

type Input = {
  /** The value of a controlled field, which the form copies. */
  controlledValue?: unknown;
  onChange?: ChangeEventHandler | undefined;
  onBlur?: FocusEventHandler | undefined;
};

/** Id, error and control props of a field. Works without a form too. */
export function useField(
  { name, hint, optional = false }: Omit<FieldProps, 'label'>,
  { controlledValue, onChange, onBlur }: Input = {},
) {
  const form = useFormContext() as UseFormReturn | null;
  const id = useId();
  useEffect(() => {
    if (controlledValue !== undefined) form?.setValue(name, controlledValue);
  }, [form, name, controlledValue]);
  const error = form?.formState.errors[name]?.message as string | undefined;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    error,
    control: {
      ...(controlledValue === undefined &&
        form?.register(name, { ...(onChange && { onChange }), ...(onBlur && { onBlur }) })),
      id,
      name,
      required: form !== null && !optional,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
  };
}
