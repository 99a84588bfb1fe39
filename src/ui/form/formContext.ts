/** Connects a field to the form around it. */
import { useEffect, useId, type ChangeEventHandler, type FocusEventHandler } from 'react';
import { useFormContext, type UseFormReturn } from 'react-hook-form';

/** What every field takes. */
export type FieldProps = {
  /** Always visible, and the control's name. */
  label: string;
  /** The key of the value in the form. */
  name: string;
  hint?: string | undefined;
  /** Overrides the form's message; for fields outside a form. */
  error?: string | undefined;
  /** May be left empty; shown beside the label. */
  optional?: boolean | undefined;
};

type Input = {
  /** The value of a controlled field. The form receives it, and leaves the control to its owner. */
  held?: unknown;
  onChange?: ChangeEventHandler | undefined;
  onBlur?: FocusEventHandler | undefined;
};

/** Ids, error and props of one field's control. Outside a form the field stands for itself. */
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
