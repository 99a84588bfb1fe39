/** Restores the unsent input of a form, and stores its current input. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { DraftValues, FormDraft } from '#src/shared/storage/formDrafts.ts';
import type { Values } from './problems.ts';

export type RestoredDraft = {
  /** Whether restored fields have not been sent yet. */
  isRestored: boolean;
  /** Deletes the draft and empties the fields that were restored. */
  startOver: () => void;
  /** The values were sent. */
  clear: () => void;
};

/**
 * @param onRestored - called with the restored values, for fields with a state of their own; with the first values when the draft
 * is deleted.
 */
export function useRestoredDraft<Output>(
  form: UseFormReturn<Values, unknown, Output>,
  draft: FormDraft | undefined,
  onRestored?: (values: DraftValues) => void,
): RestoredDraft {
  const [isRestored, setIsRestored] = useState(false);
  const initial = useRef<Values>({});
  const firstValue = (name: string) =>
    (form.formState.defaultValues?.[name] ?? initial.current[name] ?? '') as string | boolean;
  const set = (values: DraftValues) => {
    for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
    onRestored?.(values);
  };
  const restore = useEffectEvent((stored: DraftValues) => {
    // Input that was typed meanwhile is newer.
    const unchanged = Object.entries(stored).filter(
      ([name]) => draft?.fields.includes(name) && (form.getValues(name) ?? '') === firstValue(name),
    );
    if (unchanged.length === 0) return;
    set(Object.fromEntries(unchanged));
    setIsRestored(true);
  });
  const store = useEffectEvent((values: Values) => {
    const changed = (draft?.fields ?? []).flatMap((name) => {
      const value = values[name];
      const isStorable = typeof value === 'string' || typeof value === 'boolean';
      return isStorable && value !== firstValue(name) ? [[name, value] as const] : [];
    });
    if (changed.length > 0) draft?.save(Object.fromEntries(changed));
    else draft?.clear();
  });
  useEffect(() => {
    if (!draft) return undefined;
    initial.current = { ...form.getValues() };
    let isMounted = true;
    let isLoaded = false;
    const { unsubscribe } = form.watch((values) => {
      // A draft that is not loaded yet must not be overwritten.
      if (isLoaded) store(values);
    });
    void draft.load().then((stored) => {
      if (!isMounted) return;
      if (stored) restore(stored);
      isLoaded = true;
      store(form.getValues());
    });
    return () => {
      isMounted = false;
      unsubscribe();
    };
  }, [draft, form]);
  return {
    isRestored,
    startOver() {
      draft?.clear();
      setIsRestored(false);
      set(Object.fromEntries((draft?.fields ?? []).map((name) => [name, firstValue(name)])));
    },
    clear() {
      draft?.clear();
      setIsRestored(false);
    },
  };
}
