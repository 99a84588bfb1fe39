/** The upload widget: choose a file, watch it go, read how it ended. [Way 1/8] */
import { Fragment, lazy, Suspense, useEffect, type ReactNode } from 'react';
import styled from 'styled-components';
import type { Target } from '#src/workers/parse/uploadBody.ts';
import { recallMatches } from './filePreview.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Stack } from '#src/ui/layout.ts';
import { ChosenFile } from './ChosenFile.tsx';
import { DropZone } from './DropZone.tsx';
import { PreviewLoading } from './PreviewPlaceholder.tsx';
import { UploadComplete, UploadTerminated } from './UploadResult.tsx';
import { UploadElsewhere, UploadProgress } from './UploadProgress.tsx';
import { useFocusOnMount } from './useFocusOnMount.ts';
import type { UploadActor, UploadState } from '#src/machines/uploads/types.ts';
import { useActors } from '#src/features/root/index.ts';

const FileReview = lazy(async () => ({ default: (await import('./FileReview.tsx')).FileReview }));
const SaveBadRows = lazy(async () => ({ default: (await import('./DownloadBadRows.tsx')).DownloadBadRows }));

/* The dialog's whole height: what is found out about the file arrives in the room that is there for it. */
const Chosen = styled(Stack)`
  min-block-size: 100%;
`;
/* As high as the button, so that nothing jumps when it arrives. */
const SaveSpace = styled.div`
  block-size: ${token.control.m};
`;

type UploadDialogProps = { actor: UploadActor; state: UploadState; target: Target; onClose: () => void };

/** Closing it clears the file, unless it is on its way: then it goes on. */
export function UploadDialog({ actor, state, target, onClose }: UploadDialogProps) {
  const { schema, file, badRows } = state.context;
  const { uploads } = useActors();
  useEffect(() => {
    uploads.send({ type: 'dialog.opened', schema });
    return () => uploads.send({ type: 'dialog.closed', schema });
  }, [schema, uploads]);

  const close = () => {
    if (!state.matches('uploading')) actor.send({ type: 'file.cleared' });
    onClose();
  };
  const { content, buttons } = partsOf(actor, state, target, close);
  const looking = file !== null && state.matches('none');
  return (
    <Dialog
      title="Upload Records"
      size={badRows || looking ? 'l' : 'm'}
      steady={looking}
      onClose={close}
      // The key keeps a second press from landing on the button that takes the first one's place.
      footer={<Fragment key={JSON.stringify(state.value)}>{buttons}</Fragment>}
    >
      {content}
    </Dialog>
  );
}

const chosen = 'chosen-file';

/** Takes the focus as soon as there is a file to upload. */
function UploadSubmit({ onPress }: { onPress: () => void }) {
  const button = useFocusOnMount<HTMLButtonElement>();
  return (
    <Button ref={button} kind="primary" icon="upload" aria-describedby={chosen} onClick={onPress}>
      Upload
    </Button>
  );
}

/** What the dialog shows in each state of the upload, and what can be done there. */
function partsOf(
  actor: UploadActor,
  state: UploadState,
  target: Target,
  close: () => void,
): { content: ReactNode; buttons: ReactNode } {
  const { context } = state;
  const { file, failure, badRows } = context;
  const press = () => actor.send({ type: 'upload.pressed' });
  const clear = () => actor.send({ type: 'file.cleared' });
  const cancel = () => actor.send({ type: 'upload.cancelled' });
  const save = file && badRows && (
    <Suspense fallback={<SaveSpace />}>
      <SaveBadRows file={file} target={target} />
    </Suspense>
  );
  const another = <Button onClick={clear}>Select another file</Button>;
  if (state.matches('uploading'))
    return {
      content: <UploadProgress upload={context} />,
      buttons: (
        <>
          <Button onClick={cancel}>Cancel upload</Button>
          <Button kind="primary" onClick={close}>
            Continue in background
          </Button>
        </>
      ),
    };
  if (state.matches('elsewhere'))
    return {
      content: <UploadElsewhere upload={context} />,
      buttons: (
        <Button kind="primary" onClick={close}>
          Close
        </Button>
      ),
    };
  if (state.matches('completed'))
    return {
      content: <UploadComplete upload={context} save={save} />,
      buttons: (
        <>
          {another}
          <Button kind="primary" onClick={close}>
            Done
          </Button>
        </>
      ),
    };
  if (state.matches('terminated'))
    return {
      content: <UploadTerminated upload={context} save={save} />,
      buttons: (
        <>
          {file && failure?.code === 'invalid' && (
            <Button onClick={() => actor.send({ type: 'file.chosen', file })}>Look at the file again</Button>
          )}
          {/* A file that can't be used stays so until it is changed, and then it has to be picked anew. */}
          {file && failure?.code !== 'invalid' && <Button onClick={press}>Try again</Button>}
          {another}
        </>
      ),
    };
  return {
    content: file ? (
      <Chosen>
        <ChosenFile id={chosen} file={file} onClear={clear} />
        <Suspense fallback={<PreviewLoading />}>
          <FileReview file={file} target={target} />
        </Suspense>
      </Chosen>
    ) : (
      <DropZone
        onFile={(picked) => {
          recallMatches(picked, target.schemaId);
          actor.send({ type: 'file.chosen', file: picked });
        }}
      />
    ),
    buttons: (
      <>
        <Button onClick={close}>Cancel</Button>
        {file ? (
          <UploadSubmit onPress={press} />
        ) : (
          <Button kind="primary" icon="upload" unavailable="Select a file first.">
            Upload
          </Button>
        )}
      </>
    ),
  };
}
