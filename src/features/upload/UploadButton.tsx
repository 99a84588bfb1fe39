/** Opens the upload widget, and shows from outside how an upload is getting on. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useObstacle } from '#src/features/connection/index.ts';
import { recallMatches } from './filePreview.ts';
import { Button } from '#src/ui/Button.tsx';
import { useActors } from '#src/features/root/index.ts';
import { UploadDialog } from './UploadDialog.tsx';
import { useUpload } from './useUpload.ts';

type UploadButtonProps = {
  schema: Pick<Schema, 'id' | 'name' | 'dataset' | 'schema' | 'permissions'>;
  behindProxy: boolean | undefined;
  /** What has to be settled before the first upload; called with the way to leave it undone. */
  first?: ((leave: () => void) => ReactNode) | undefined;
};

/** Why this person can't upload here and now. */
function obstacle({ schema, behindProxy }: Omit<UploadButtonProps, 'first'>): string | undefined {
  if (!schema.permissions.can_upload)
    return 'Only data owners of this schema can upload records. A data owner or an admin can add you on the Permissions tab.';
  if (behindProxy === false)
    return 'No Proxy Detected. Records are sealed by the proxy on your own machine: open this page through it to upload.';
  return behindProxy ? undefined : 'Looking for your proxy…';
}

export function UploadButton({ schema, behindProxy, first }: UploadButtonProps) {
  const { actor, state } = useUpload(schema, behindProxy === true && schema.permissions.can_upload);
  const { uploads } = useActors();
  const [open, setOpen] = useState(() => uploads.getSnapshot().context.opened?.schema === schema.id);
  const target = useMemo(
    () => ({ schemaId: schema.id, fields: fieldsOf(schema.schema) }),
    [schema.id, schema.schema],
  );
  useEffect(() => {
    const { opened } = uploads.getSnapshot().context;
    if (opened?.schema !== schema.id) return;
    const { file } = opened;
    uploads.send({ type: 'file.taken' });
    recallMatches(file, schema.id);
    actor.send({ type: 'file.chosen', file });
  }, [actor, schema.id, uploads]);
  const unreachable = useObstacle(
    'A file can’t wait here: only your proxy may seal it, and nothing unsealed is kept.',
  );
  const close = () => setOpen(false);
  const under = state.matches('uploading') || state.matches('elsewhere');
  const words = () => {
    if (under) return `Uploading ${state.context.progress} %`;
    if (open || !state.hasTag('ended')) return 'Upload Records';
    return state.matches('completed') ? 'Upload Complete' : 'Upload Terminated';
  };
  return (
    <>
      <Button
        kind="primary"
        icon={under ? 'clock' : 'upload'}
        unavailable={under ? undefined : (unreachable ?? obstacle({ schema, behindProxy }))}
        onClick={() => setOpen(true)}
      >
        {words()}
      </Button>
      {open &&
        (first ? first(close) : <UploadDialog actor={actor} state={state} target={target} onClose={close} />)}
    </>
  );
}
