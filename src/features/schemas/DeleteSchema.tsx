/** The button that deletes a schema with all of its records, after a confirmation. */
import { lazy, Suspense, useState } from 'react';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { Button } from '#src/ui/Button.tsx';

const DeleteSchemaDialog = lazy(async () => ({
  default: (await import('./DeleteSchemaDialog.tsx')).DeleteSchemaDialog,
}));

type DeleteSchemaProps = {
  schema: Schema;
  /** Only admins can delete schemas. */
  isAdmin: boolean;
  onDeleted: () => void;
};

export function DeleteSchema({ schema, isAdmin, onDeleted }: DeleteSchemaProps) {
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Button
        icon="trash"
        unavailable={isAdmin ? undefined : 'Only admins delete schemas. Ask one of them.'}
        onClick={() => setConfirming(true)}
      >
        Delete Schema
      </Button>
      {confirming && (
        <Suspense>
          <DeleteSchemaDialog schema={schema} onDeleted={onDeleted} onClose={() => setConfirming(false)} />
        </Suspense>
      )}
    </>
  );
}
