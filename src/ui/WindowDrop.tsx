/** Takes a file that is dropped anywhere on the page, or pasted into it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import styled from 'styled-components';
import { pastedFile } from './pastedFile.ts';
import { token } from './theme/tokens.ts';
import { zIndex } from './theme/zIndex.ts';

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
/** An open dialog covers the page, and may have a drop target of its own. */
const isCovered = () => document.querySelector('dialog[open]') !== null;

/** Whether a file is being dragged over the window. */
function useWindowDrag(): [isDragging: boolean, end: () => void] {
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => {
    const begin = (event: DragEvent) => {
      if (hasFiles(event) && !isCovered()) setIsDragging(true);
    };
    window.addEventListener('dragenter', begin);
    return () => window.removeEventListener('dragenter', begin);
  }, []);
  return [isDragging, () => setIsDragging(false)];
}

/** Calls back with pasted rows or a pasted file, unless they are pasted into a field or a dialog. */
function usePastedFile(onFile: (file: File) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const file = pastedFile(event);
    if (file && !isCovered()) onFile(file);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => take(event);
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}

type WindowDropProps = {
  /** Shown over the page while a file is dragged. */
  text: string;
  onFile: (file: File) => void;
};

export function WindowDrop({ text, onFile }: WindowDropProps) {
  const [isDragging, endDrag] = useWindowDrag();
  usePastedFile(onFile);
  const { getRootProps } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: ([file]) => {
      endDrag();
      if (file) onFile(file);
    },
    onDragLeave: endDrag,
  });
  return isDragging && <Overlay {...getRootProps()}>{text}</Overlay>;
}
