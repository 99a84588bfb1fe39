/** After each edit, finds the values of the file that do not fit the edited fields. */
import { useEffect, useMemo, useState } from 'react';
import { fieldsOf, JsonSchema } from '@cloakroom/contract/fields.ts';
import type { UnfitValues } from '@cloakroom/ingest/unfitValues.ts';
import { definitionOf, fieldsToCheck, type DraftField } from '#src/machines/proposal/fields.ts';
import type { ProposalContext } from '#src/machines/proposal/types.ts';
import { findUnfitInWorker } from '#src/workers/propose/propose.ts';

const debounceMs = 600;
const none: ReadonlyMap<string, UnfitValues> = new Map();

/** The fields to check, with the properties that the worker needs; null if they are not a valid schema. */
function chosenFields(toCheck: readonly DraftField[]) {
  const parsed = JsonSchema.safeParse(definitionOf(toCheck));
  if (!parsed.success) return null;
  const byName = new Map(fieldsOf(parsed.data).map((field) => [field.name, field]));
  return toCheck.flatMap(({ id, column, heading, name }) => {
    const field = byName.get(name);
    return field && column !== null ? [{ id, column, heading, field }] : [];
  });
}

/** Unfit values by the id of a field. There are none until the file is read, and none for unedited fields. */
export function useUnfitValues({
  file,
  read,
  fields,
  proposed,
}: ProposalContext): ReadonlyMap<string, UnfitValues> {
  const [unfit, setUnfit] = useState(none);
  // Compared as text, so that an edit of another field does not read the file again.
  const wanted = JSON.stringify(chosenFields(fieldsToCheck(fields, proposed)) ?? []);
  const chosen = useMemo(() => JSON.parse(wanted) as NonNullable<ReturnType<typeof chosenFields>>, [wanted]);
  useEffect(() => {
    const abort = new AbortController();
    const find = async () => {
      if (!file || !read || chosen.length === 0) return none;
      const found = await findUnfitInWorker(file, read, chosen, abort.signal);
      return new Map([...found].map(([at, values]) => [chosen[at]!.id, values]));
    };
    const timer = setTimeout(() => {
      find().then(setUnfit, () => {
        // The upload reports what can't be read.
        if (!abort.signal.aborted) setUnfit(none);
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [file, read, chosen]);
  return unfit;
}
