/** One submit of a form: read, check, hand over, and say what was wrong. */
import { useRef, useState, type SubmitEvent } from 'react';
import type { z } from 'zod';
import {
  controlOf,
  linesOf,
  problemsOfIssues,
  problemsOfThrown,
  type Line,
  type Problems,
} from './problems.ts';
import { readForm, withoutEmpty } from './readForm.ts';

type Task<Schema extends z.ZodType> = {
  schema: Schema;
  onSubmit: (values: z.output<Schema>) => unknown;
  /** Fields emptied after a refusal. */
  clears: readonly string[];
  /** Empties the whole form after success. */
  resets: boolean;
};

const none: Problems & { lines: Line[] } = { errors: {}, lines: [] };

/** A second submit while the first is under way does nothing. */
export function useSubmit<Schema extends z.ZodType>({ schema, onSubmit, clears, resets }: Task<Schema>) {
  const [problems, setProblems] = useState(none);
  const [pending, setPending] = useState(false);
  const running = useRef(false);

  const show = (form: HTMLFormElement, found: Problems) =>
    setProblems({ ...found, lines: linesOf(form, found.errors) });

  const hand = async (form: HTMLFormElement) => {
    const checked = schema.safeParse(withoutEmpty(schema, readForm(form)));
    if (!checked.success) {
      show(form, problemsOfIssues(form, checked.error.issues));
      return;
    }
    setProblems(none);
    setPending(true);
    try {
      await onSubmit(checked.data);
      if (resets) form.reset();
    } catch (thrown) {
      for (const name of clears) {
        const control = controlOf(form, name);
        if (control) control.value = '';
      }
      show(form, problemsOfThrown(form, thrown));
    } finally {
      setPending(false);
    }
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (running.current) return;
    running.current = true;
    await hand(event.currentTarget).finally(() => (running.current = false));
  };
  return { problems, pending, submit };
}
