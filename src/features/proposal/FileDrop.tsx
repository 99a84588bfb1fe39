/** Takes a file for which there is no schema yet: dropped anywhere on the page, pasted, or selected. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { useActors } from '#src/features/root/index.ts';
import type { Place } from '#src/machines/proposal/types.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { pastedFile } from './pastedFile.ts';

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
const Overlay = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${zIndex.dropTarget};
  display: grid;
  place-items: center;
  padding: ${token.space.l};
  font-family: ${token.font.heading};
  font-size: ${token.size.l};
  font-weight: 600;
  text-align: center;
  color: ${token.color.onPrimarySoft};
  background: color-mix(in srgb, ${token.color.primarySoft} 92%, transparent);
  outline: 3px dashed ${token.color.primary};
  outline-offset: -12px;
`;

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Whether a file is being dragged over the window. */
function useWindowDrag(): [isDragging: boolean, end: () => void] {
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => {
    const begin = (event: DragEvent) => {
      if (hasFiles(event)) setIsDragging(true);
    };
    window.addEventListener('dragenter', begin);
    return () => window.removeEventListener('dragenter', begin);
  }, []);
  return [isDragging, () => setIsDragging(false)];
}

/** Calls back with pasted rows or a pasted file, unless they are pasted into a field. */
function usePastedFile(onFile: (file: File) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const file = pastedFile(event);
    if (file) onFile(file);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => take(event);
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}

type FileDropProps = {
  place: Place;
  /** Replaces the sentence about what happens to the file. */
  title?: string;
};

/** Opens the page on which the proposed schema is edited. */
export function FileDrop({ place, title = 'Drop a file anywhere on this page' }: FileDropProps) {
  const { proposal } = useActors();
  const navigate = useNavigate();
  const [isDragging, endDrag] = useWindowDrag();
  const onFile = (file: File) => {
    proposal.send({ type: 'file.dropped', file, place });
    void navigate('/upload-file');
  };
  usePastedFile(onFile);
  const { getRootProps, getInputProps, open } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: ([file]) => {
      endDrag();
      if (file) onFile(file);
    },
    onDragLeave: endDrag,
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
      <Button icon="file" aria-describedby="file-drop-formats" onClick={open}>
        Upload a File
      </Button>
      {isDragging && <Overlay {...getRootProps()}>Let go to see the fields of this file</Overlay>}
    </Strip>
  );
}
