/** Takes a file for which there is no schema yet: dropped anywhere on the page, pasted, or selected. */
import { useDropzone } from 'react-dropzone';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { useAdminReason } from '#src/features/organizations/index.ts';
import { useActors } from '#src/features/root/index.ts';
import type { SchemaLocation } from '#src/machines/proposal/types.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { WindowDrop } from '#src/ui/WindowDrop.tsx';

const Strip = styled.section`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.sm} ${token.space.m};
  align-items: center;
  padding: ${token.space.m};
  background: ${token.color.sunken};
  border: 1.5px dashed ${token.color.edge};
  border-radius: ${token.radius.m};
  > svg {
    flex: none;
    color: ${token.color.primary};
  }
  > div {
    flex: 1 1 16rem;
    min-inline-size: 0;
  }
  p {
    font-size: ${token.size.s};
    color: ${token.color.muted};
  }
`;
type FileDropProps = {
  place: SchemaLocation;
  /** Replaces the default title. */
  title?: string | undefined;
};

/** Opens the page on which the proposed schema is edited. */
export function FileDrop({ place, title = 'Drop a file anywhere on this page' }: FileDropProps) {
  const { proposal } = useActors();
  const navigate = useNavigate();
  const obstacle = useAdminReason(place.dataset ? 'create schemas' : 'create datasets');
  const onFile = (file: File) => {
    if (obstacle !== undefined) return;
    proposal.send({ type: 'file.dropped', file, place });
    void navigate('/upload-file');
  };
  const { getInputProps, open } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    disabled: obstacle !== undefined,
    onDrop: ([file]) => {
      if (file) onFile(file);
    },
  });
  return (
    <Strip aria-label="Upload a file">
      <Icon name="upload" size={28} />
      <div>
        <strong>{title}</strong>
        <p id="file-drop-formats">
          CSV, TSV, JSON or NDJSON, also as .gz, an .xlsx spreadsheet, or rows pasted from one. Fields are
          proposed for it, and nothing is sent before you have seen them.
        </p>
      </div>
      <input {...getInputProps({ 'aria-label': 'Select a file to upload' })} />
      <Button icon="file" aria-describedby="file-drop-formats" unavailable={obstacle} onClick={open}>
        Upload a File
      </Button>
      <WindowDrop text={obstacle ?? 'Drop the file to see its fields'} onFile={onFile} />
    </Strip>
  );
}
