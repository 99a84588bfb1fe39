/** Deletes a schema with every record it holds, once somebody has typed its name. */
import { lazy, Suspense, useState } from 'react';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { Button } from '#src/ui/Button.tsx';

const DeleteSchemaDialog = lazy(async () => ({
  default: (await import('./DeleteSchemaDialog.tsx')).DeleteSchemaDialog,
}));

type DeleteSchemaProps = {
  schema: Schema;
  /** Whether they run the organization. */
  isAdmin: boolean;
  /** Called when it is gone. */
  onDeleted: () => void;
};

export function DeleteSchema({ schema, isAdmin, onDeleted }: DeleteSchemaProps) {
  const [asked, ask] = useState(false);
  return (
    <>
      <Button
        icon="trash"
        unavailable={isAdmin ? undefined : 'Only admins delete schemas. Ask one of them.'}
        onClick={() => ask(true)}
      >
        Delete Schema
      </Button>
      {asked && (
        <Suspense>
          <DeleteSchemaDialog schema={schema} onDeleted={onDeleted} onClose={() => ask(false)} />
        </Suspense>
      )}
    </>
  );
}
