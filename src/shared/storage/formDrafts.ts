/** Half-written forms in the local database of the user and organization, which is deleted at the sign-out. */
import { useMemo } from 'react';
import { z } from 'zod';
import { localCache } from './localCache.ts';

const saveDelayMs = 400;

const StoredDraft = z.record(z.string(), z.union([z.string(), z.boolean()]));
export type DraftValues = z.infer<typeof StoredDraft>;

/** Where a form stores what is written in it. */
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
      // Goes on after the form is closed.
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
 * @param form - names the form and what it is about, such as `schema in <dataset>`.
 * @param fields - a constant: the names of the stored fields, separated by spaces.
 */
export const useFormDraft = (form: string, fields: string): FormDraft =>
  useMemo(() => formDraft(form, fields.split(' ')), [form, fields]);
