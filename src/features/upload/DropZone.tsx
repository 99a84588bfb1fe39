/** Takes a dropped or picked file, and shows at once why one can't be used. */
import { useState } from 'react';
import { useDropzone } from 'react-dropzone';
import styled from 'styled-components';
import { messages } from '@cloakroom/ingest/messages.ts';
import { fileProblem } from '#src/workers/parse/uploadBody.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Muted, Stack } from '#src/ui/layout.ts';
import { useFocusOnMount } from './useFocusOnMount.ts';

const Zone = styled.div<{ $over: boolean }>`
  display: flex;
  flex-direction: column;
  gap: ${token.space.sm};
  align-items: center;
  padding: ${token.space.xl} ${token.space.l};
  text-align: center;
  color: ${({ $over }) => ($over ? token.color.onPrimarySoft : token.color.text)};
  background: ${({ $over }) => ($over ? token.color.primarySoft : token.color.sunken)};
  border: 1.5px dashed ${({ $over }) => ($over ? token.color.primary : token.color.edge)};
  border-radius: ${token.radius.m};
  transition:
    background-color ${token.motion.quick},
    border-color ${token.motion.quick};
  > svg {
    color: ${token.color.primary};
  }
  strong {
    font-family: ${token.font.heading};
    font-size: ${token.size.l};
  }
`;

/** By extension, because Windows reports CSV files as spreadsheets. The content is checked afterwards. */
const accept = {
  'text/csv': ['.csv'],
  'application/vnd.ms-excel': ['.csv'],
  'application/json': ['.json'],
  'text/tab-separated-values': ['.tsv'],
  'application/x-ndjson': ['.ndjson', '.jsonl'],
};

const validateFile = async (file: File) => {
  const message = await fileProblem(file);
  return message === null ? null : { code: 'unusable', message };
};

/** The most specific message of a rejection. */
const rejectionText = (errors: readonly { code: string; message: string }[]): string => {
  if (errors.some(({ code }) => code === 'file-invalid-type')) return messages.wrongType;
  if (errors.some(({ code }) => code === 'too-many-files')) return 'One file at a time, please.';
  return errors[0]?.message ?? messages.unreadable;
};

export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const [problem, setProblem] = useState<string>();
  const button = useFocusOnMount<HTMLButtonElement>();
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    validator: validateFile,
    onDrop: (accepted, rejected) => {
      const [file] = accepted;
      const [first] = rejected;
      setProblem(file || !first ? undefined : rejectionText(first.errors));
      if (file) onFile(file);
    },
    onError: () => setProblem(messages.unreadable),
  });
  return (
    <Stack $gap="sm">
      <Zone {...getRootProps()} $over={isDragActive}>
        <Icon name="upload" size={32} />
        <strong>{isDragActive ? 'Let go to choose this file' : 'Drag a file here, or select one'}</strong>
        <Muted id="upload-limits">
          One .csv, .json, .tsv or .ndjson file. There is no limit but the free space on your disk: its size
          and about how many rows it has are shown before anything is sent. It is checked on this machine and
          sealed by your proxy before anything is stored.
        </Muted>
        <input {...getInputProps({ 'aria-label': 'Select File' })} />
        <Button ref={button} kind="primary" icon="file" aria-describedby="upload-limits" onClick={open}>
          Select File
        </Button>
      </Zone>
      {problem && <Banner tone="error">{problem}</Banner>}
    </Stack>
  );
}
