/** What a form began with may change under it: then the text fields that nobody has changed follow. */
import { useEffect, useRef, type RefObject } from 'react';
import { controlOf } from './problems.ts';

export function useFollowing(
  form: RefObject<HTMLFormElement | null>,
  values: Readonly<Record<string, unknown>>,
): void {
  const before = useRef(values);
  useEffect(() => {
    for (const [name, value] of Object.entries(values)) {
      const former = before.current[name];
      if (value === former || typeof value !== 'string' || !form.current) continue;
      const control = controlOf(form.current, name);
      if (control !== null && control.value === former) control.value = value;
    }
    before.current = values;
  }, [form, values]);
}
