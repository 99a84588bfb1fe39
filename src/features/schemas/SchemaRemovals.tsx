/** Deleted schemas whose records are still being removed. Only admins may see them. */
import { useId } from 'react';
import type { SchemaRemoval } from '@cloakroom/contract/schemaRemovals.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { PlainList, Stack } from '#src/ui/layout.ts';
import { Progress } from '#src/ui/Progress.tsx';
import { useSchemaRemovals } from './queries.ts';

type SchemaRemovalsProps = {
  organization: string;
  /** Whether the removals of this dataset's schemas are shown. */
  isShown: (dataset: string) => boolean;
};

export function SchemaRemovals({ organization, isShown }: SchemaRemovalsProps) {
  const { data = [] } = useSchemaRemovals(organization);
  const removals = data.filter((removal) => isShown(idIn(removal.dataset)));
  if (removals.length === 0) return null;
  return (
    <PlainList aria-label="Schemas being deleted">
      {removals.map((removal) => (
        <Removal key={removal.id} removal={removal} />
      ))}
    </PlainList>
  );
}

function Removal({ removal: { name, records, remaining } }: { removal: SchemaRemoval }) {
  const id = useId();
  // The index is removed after the records, so 100 % is never shown: the schema leaves the list instead.
  const percent = Math.min(99, Math.floor((1 - remaining) * 100));
  const subject = records > 0 ? `${formatQuantity(records, 'record')} of “${name}”` : `“${name}”`;
  return (
    <Stack as="li" $gap="xs">
      <span id={id}>
        Deleting {subject}: {percent} % done
      </span>
      <Progress label={`Deleting ${name}`} value={percent} text={`${percent} %`} />
    </Stack>
  );
}
