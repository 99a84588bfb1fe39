/** What a form tells the fields inside it: first values, and what is wrong with each. */
import { createContext, useContext, useId } from 'react';

export type FormState = {
  /** The sentence that is wrong with a field, by the field's name. */
  errors: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
};

export const FormContext = createContext<FormState | null>(null);

/** What every field takes. */
export type FieldProps = {
  /** Always visible, and the control's name. */
  label: string;
  /** The key of the value in the form. */
  name: string;
  hint?: string | undefined;
  /** Overrides what the form says; for fields that stand alone. */
  error?: string | undefined;
  /** May be left empty; said beside the label. */
  optional?: boolean;
};

/** Ids, error and first value of one field, from its props and the form around it. */
export function useField({ name, hint, error, optional = false }: Omit<FieldProps, 'label'>) {
  const form = useContext(FormContext);
  const id = useId();
  const said = error ?? form?.errors[name];
  const described = [said && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    error: said,
    first: form?.values[name],
    control: {
      id,
      name,
      required: form !== null && !optional,
      'aria-describedby': described || undefined,
      'aria-invalid': said ? true : undefined,
    },
  };
}
