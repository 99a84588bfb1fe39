/** Opens the list of a schema's uploads, for data owners behind a proxy, who may delete them. */
import { lazy, Suspense, useState } from 'react';
import { mayChangeRecords, type Schema } from '@cloakroom/contract/schemas.ts';
import { Button } from '#src/ui/Button.tsx';

const UploadsDialog = lazy(async () => ({ default: (await import('./UploadsDialog.tsx')).UploadsDialog }));

type UploadsButtonProps = { schema: Schema; behindProxy: boolean | undefined };

export function UploadsButton({ schema, behindProxy }: UploadsButtonProps) {
  const [open, setOpen] = useState(false);
  if (!behindProxy || !mayChangeRecords(schema.permissions)) return null;
  return (
    <>
      <Button icon="inbox" onClick={() => setOpen(true)}>
        Uploads
      </Button>
      {open && (
        <Suspense>
          <UploadsDialog schema={schema} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
