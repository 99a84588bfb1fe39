/** The upload dialog: choose a file, follow its progress, see the result. */
import { Fragment, lazy, Suspense, useEffect, type ReactNode } from 'react';
import styled from 'styled-components';
import type { TargetSchema } from '#src/workers/parse/checkFile.ts';
import { recallMatches } from '#src/workers/parse/columnMatches.ts';
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
const DownloadBadRows = lazy(async () => ({
  default: (await import('./DownloadBadRows.tsx')).DownloadBadRows,
}));

/* Takes the dialog's whole height, so that nothing moves when the preview loads. */
const Chosen = styled(Stack)`
  min-block-size: 100%;
`;
/* As high as the button, so that nothing moves when it loads. */
const SaveSpace = styled.div`
  block-size: ${token.control.m};
`;

type UploadDialogProps = {
  actor: UploadActor;
  state: UploadState;
  target: TargetSchema;
  /** A file that was dropped on the page. */
  dropped: File | null;
  /** Called when a file was chosen. */
  onChosen: () => void;
  onClose: () => void;
};

/** Closing it clears the file, except during an upload, which continues. */
export function UploadDialog({ actor, state, target, dropped, onChosen, onClose }: UploadDialogProps) {
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
  const dropZone = (
    <DropZone
      dropped={dropped}
      onFile={(picked) => {
        recallMatches(picked, target.schemaId);
        actor.send({ type: 'file.chosen', file: picked });
        onChosen();
      }}
    />
  );
  const { content, buttons } = dialogParts(actor, state, { target, dropZone, close });
  const reviewing = file !== null && state.matches('none');
  return (
    <Dialog
      title="Upload Records"
      size={badRows || reviewing ? 'l' : 'm'}
      steady={reviewing}
      onClose={close}
      // The key keeps a double click from pressing the button that replaces the first one.
      footer={<Fragment key={JSON.stringify(state.value)}>{buttons}</Fragment>}
    >
      {content}
    </Dialog>
  );
}

const chosenFileId = 'chosen-file';

/** Takes the focus once a file is chosen. */
function UploadSubmit({ onPress }: { onPress: () => void }) {
  const button = useFocusOnMount<HTMLButtonElement>();
  return (
    <Button ref={button} kind="primary" icon="upload" aria-describedby={chosenFileId} onClick={onPress}>
      Upload
    </Button>
  );
}

/** Content and buttons of the dialog in each state of the upload. */
function dialogParts(
  actor: UploadActor,
  state: UploadState,
  { target, dropZone, close }: { target: TargetSchema; dropZone: ReactNode; close: () => void },
): { content: ReactNode; buttons: ReactNode } {
  const { context } = state;
  const { file, failure, badRows } = context;
  const upload = () => actor.send({ type: 'upload.pressed' });
  const clear = () => actor.send({ type: 'file.cleared' });
  const cancel = () => actor.send({ type: 'upload.cancelled' });
  const saveButton = file && badRows && (
    <Suspense fallback={<SaveSpace />}>
      <DownloadBadRows file={file} target={target} />
    </Suspense>
  );
  const selectAnother = <Button onClick={clear}>Select another file</Button>;
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
  if (state.matches('inOtherTab'))
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
      content: <UploadComplete upload={context} saveButton={saveButton} />,
      buttons: (
        <>
          {selectAnother}
          <Button kind="primary" onClick={close}>
            Done
          </Button>
        </>
      ),
    };
  if (state.matches('terminated'))
    return {
      content: <UploadTerminated upload={context} saveButton={saveButton} />,
      buttons: (
        <>
          {file && failure?.code === 'invalid' && (
            <Button onClick={() => actor.send({ type: 'file.chosen', file })}>Look at the file again</Button>
          )}
          {/* No retry for an invalid file: a corrected one has to be picked again. */}
          {file && failure?.code !== 'invalid' && <Button onClick={upload}>Try again</Button>}
          {selectAnother}
        </>
      ),
    };
  return {
    content: file ? (
      <Chosen>
        <ChosenFile id={chosenFileId} file={file} onClear={clear} />
        <Suspense fallback={<PreviewLoading />}>
          <FileReview file={file} target={target} />
        </Suspense>
      </Chosen>
    ) : (
      dropZone
    ),
    buttons: (
      <>
        <Button onClick={close}>Cancel</Button>
        {file ? (
          <UploadSubmit onPress={upload} />
        ) : (
          <Button kind="primary" icon="upload" unavailable="Select a file first.">
            Upload
          </Button>
        )}
      </>
    ),
  };
}
