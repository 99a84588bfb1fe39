/** Unsent input of forms, in the local database of the user and organization, which a sign-out deletes. */
import { useMemo } from 'react';
import { z } from 'zod';
import { localCache } from './localCache.ts';

const saveDelayMs = 400;

const StoredDraft = z.record(z.string(), z.union([z.string(), z.boolean()]));
export type DraftValues = z.infer<typeof StoredDraft>;

/** Stores and restores the input of one form. */
export type FormDraft = {
  /** The fields that are stored. Passwords, secrets and values of records must not be among them. */
  fields: readonly string[];
  /** @returns null if there is none. */
  load: () => Promise<DraftValues | null>;
  /** Stores the changed fields, after a delay. */
  save: (values: DraftValues) => void;
  clear: () => void;
};

function formDraft(form: string, fields: readonly string[]): FormDraft {
  const key = `form/${form}`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    fields,
    async load() {
      const stored = StoredDraft.safeParse(await localCache.get(key));
      return stored.success ? stored.data : null;
    },
    save(values) {
      clearTimeout(timer);
      // Runs even after the form is closed.
      timer = setTimeout(() => void localCache.put(key, values), saveDelayMs);
    },
    clear() {
      clearTimeout(timer);
      void localCache.remove(key);
    },
  };
}

/**
 * The draft of one form.
 * @param form - names the form and its subject, such as `schema in <dataset>`.
 * @param fields - the names of the stored fields: a constant of a module, since another array is another draft.
 */
export const useFormDraft = (form: string, fields: readonly string[]): FormDraft =>
  useMemo(() => formDraft(form, fields), [form, fields]);
