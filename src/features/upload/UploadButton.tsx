/** Opens the upload dialog, and shows the state of a running upload. */
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { useActors } from '#src/features/root/index.ts';
import { UploadDialog } from './UploadDialog.tsx';
import { useUpload } from './useUpload.ts';

const RecordsDrop = lazy(async () => ({ default: (await import('./RecordsDrop.tsx')).RecordsDrop }));

type UploadButtonProps = {
  schema: Pick<Schema, 'id' | 'name' | 'dataset' | 'schema' | 'permissions'>;
  behindProxy: boolean | undefined;
  /** Renders a step that must be completed before the first upload; called with a callback that cancels it. */
  beforeUpload?: ((cancel: () => void) => ReactNode) | undefined;
};

/** Why the user can't upload. */
function obstacle({ schema, behindProxy }: Omit<UploadButtonProps, 'first'>): string | undefined {
  if (!schema.permissions.can_upload)
    return 'Only data owners of this schema can upload records. A data owner or an admin can add you on the Permissions tab.';
  if (behindProxy === false)
    return 'No Proxy Detected. Records are sealed by the proxy on your own machine: open this page through it to upload.';
  return behindProxy ? undefined : 'Looking for your proxy…';
}

export function UploadButton({ schema, behindProxy, beforeUpload }: UploadButtonProps) {
  const { actor, state } = useUpload(schema, behindProxy === true && schema.permissions.can_upload);
  const { uploads } = useActors();
  // Opened with the installed app, or dropped on the page; until it is chosen in the dialog.
  const [dropped, setDropped] = useState(() => {
    const { openedFile } = uploads.getSnapshot().context;
    return openedFile?.schema === schema.id ? openedFile.file : null;
  });
  const [open, setOpen] = useState(dropped !== null);
  const target = useMemo(
    () => ({ schemaId: schema.id, fields: fieldsOf(schema.schema) }),
    [schema.id, schema.schema],
  );
  useEffect(() => {
    if (uploads.getSnapshot().context.openedFile?.schema === schema.id) uploads.send({ type: 'file.taken' });
  }, [schema.id, uploads]);
  const connectionObstacle = useOfflineReason(
    'Files can’t be queued: only your proxy can seal them, and unsealed data is never stored.',
  );
  const reason = connectionObstacle ?? obstacle({ schema, behindProxy });
  const forget = () => setDropped(null);
  const close = () => {
    setOpen(false);
    forget();
  };
  const uploading = state.matches('uploading') || state.matches('inOtherTab');
  const drop = (file: File) => {
    // The end of the last upload gives way to the file.
    actor.send({ type: 'file.cleared' });
    setDropped(file);
    setOpen(true);
  };
  const ended = state.hasTag('ended') && !open;
  const begin = () => {
    if (ended) actor.send({ type: 'file.cleared' });
    setOpen(true);
  };
  return (
    <>
      <Button
        kind="primary"
        icon={uploading ? 'clock' : 'upload'}
        unavailable={uploading ? undefined : reason}
        onClick={begin}
      >
        {uploading ? `Uploading ${state.context.progress} %` : 'Upload Records'}
      </Button>
      {ended && (
        <Button
          icon={state.matches('completed') ? 'check' : 'warning'}
          // Short, so that title, tabs and buttons share a line.
          aria-label="Result of the upload"
          onClick={() => setOpen(true)}
        >
          Result
        </Button>
      )}
      {open &&
        (beforeUpload ? (
          beforeUpload(close)
        ) : (
          <UploadDialog
            actor={actor}
            state={state}
            target={target}
            dropped={dropped}
            onChosen={forget}
            onClose={close}
          />
        ))}
      {!open && (
        <Suspense>
          <RecordsDrop
            schema={schema.name}
            obstacle={
              uploading ? 'An upload to this schema is running. Drop the file again after it.' : reason
            }
            onFile={drop}
          />
        </Suspense>
      )}
    </>
  );
}
