/** The state of a form: values, validation, submit and errors. */
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import {
  controlOf,
  messagesOf,
  messagesOfThrown,
  problemsOf,
  resolverOf,
  type Messages,
  type Problems,
  type Values,
} from './problems.ts';

type FormTask<Schema extends z.ZodType> = {
  schema: Schema;
  values: Readonly<Values> | undefined;
  onSubmit: (values: z.output<Schema>) => unknown;
  /** Fields cleared after a failure. */
  clears: readonly string[];
  /** Whether to clear the form after success. */
  resets: boolean;
  /** Called after success. */
  onSent: () => void;
};

const none: Problems = { detail: '', lines: [] };

/** Ignores a submit while another one is running. */
export function useFormSubmit<Schema extends z.ZodType>(task: FormTask<Schema>) {
  const { schema, values, onSubmit, clears, resets } = task;
  const [problems, setProblems] = useState(none);
  const running = useRef(false);
  const form = useForm<Values, unknown, z.output<Schema>>({
    resolver: resolverOf(schema),
    ...(values && { defaultValues: values }),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { dirtyFields } = form.formState;

  // The library's `values` option would clear fields that are not in these values.
  const previousValues = useRef(values);
  useEffect(() => {
    for (const [name, value] of Object.entries(values ?? {})) {
      const changed = value !== previousValues.current?.[name];
      if (changed && !(name in dirtyFields)) form.resetField(name, { defaultValue: value });
    }
    previousValues.current = values;
  }, [form, values, dirtyFields]);

  const show = (element: HTMLFormElement, messages: Messages, detail?: string) => {
    for (const [name, message] of Object.entries(messages)) {
      if (controlOf(element, name)) form.setError(name, { message });
    }
    setProblems(problemsOf(element, messages, detail));
  };

  const submitIn = (element: HTMLFormElement) =>
    form.handleSubmit(
      async (checked) => {
        setProblems(none);
        try {
          await onSubmit(checked);
          task.onSent();
          if (resets) form.reset();
          else form.resetDefaultValues(form.getValues());
        } catch (thrown) {
          for (const name of clears) if (controlOf(element, name)) form.setValue(name, '');
          const { messages, detail } = messagesOfThrown(element, thrown);
          show(element, messages, detail);
        }
      },
      (errors) => show(element, messagesOf(element, errors)),
    );

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.stopPropagation();
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    await submitIn(event.currentTarget)(event).finally(() => (running.current = false));
  };
  return { form, problems, submit };
}
