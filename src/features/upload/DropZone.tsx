/** Takes a dropped or picked file, and shows at once why one can't be used. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import styled from 'styled-components';
import { messages } from '@cloakroom/ingest/messages.ts';
import { Failure } from '#src/shared/failure.ts';
import { fileProblem } from '#src/workers/parse/checkFile.ts';
import { compressionOf } from '#src/workers/propose/compression.ts';
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
  'application/gzip': ['.gz'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

const validateFile = async (file: File) => {
  if ((await compressionOf(file)) !== null) return null;
  const message = await fileProblem(file);
  return message === null ? null : { code: 'unusable', message };
};

/** The most specific message of a rejection. */
const rejectionText = (errors: readonly { code: string; message: string }[]): string => {
  if (errors.some(({ code }) => code === 'file-invalid-type')) return messages.wrongType;
  if (errors.some(({ code }) => code === 'too-many-files')) return 'One file at a time, please.';
  return errors[0]?.message ?? messages.unreadable;
};

/** Passes on a usable file, or its content if it is packed. Another file ends the work on the one before. */
function useContent(onFile: (file: File) => void) {
  const [problem, setProblem] = useState<string>();
  const [packed, setPacked] = useState<File | null>(null);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    if (!packed) return undefined;
    const abort = new AbortController();
    const unpack = async () => {
      const { unpackInWorker } = await import('#src/workers/propose/propose.ts');
      const content = (await unpackInWorker(packed, abort.signal)) ?? packed;
      const reason = await fileProblem(content);
      if (abort.signal.aborted) return;
      if (reason === null) take(content);
      setProblem(reason ?? undefined);
      setPacked(null);
    };
    unpack().catch((thrown: unknown) => {
      if (abort.signal.aborted) return;
      setProblem(Failure.from(thrown).message);
      setPacked(null);
    });
    return () => abort.abort();
  }, [packed]);
  const refuse = (reason: string) => {
    setPacked(null);
    setProblem(reason);
  };
  const accept = async (file: File) => {
    setProblem(undefined);
    if ((await compressionOf(file)) === null) onFile(file);
    else setPacked(file);
  };
  return { problem, packed, refuse, accept };
}

type DropZoneProps = {
  onFile: (file: File) => void;
  /** A file that was dropped elsewhere on the page. */
  dropped?: File | null;
};

export function DropZone({ onFile, dropped = null }: DropZoneProps) {
  const button = useFocusOnMount<HTMLButtonElement>();
  const { problem, packed, refuse, accept: acceptFile } = useContent(onFile);
  const takeDropped = useEffectEvent(async (file: File) => {
    const refusal = await validateFile(file).catch(() => ({ message: messages.unreadable }));
    if (refusal) refuse(refusal.message);
    else await acceptFile(file);
  });
  useEffect(() => {
    if (dropped) void takeDropped(dropped);
  }, [dropped]);
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    validator: validateFile,
    onDrop: ([file], [first]) => {
      if (file) void acceptFile(file);
      else if (first) refuse(rejectionText(first.errors));
    },
    onError: () => refuse(messages.unreadable),
  });
  return (
    <Stack $gap="sm">
      <Zone {...getRootProps()} $over={isDragActive}>
        <Icon name="upload" size={32} />
        <strong>{isDragActive ? 'Let go to choose this file' : 'Drag a file here, or select one'}</strong>
        <Muted id="upload-limits">
          One .csv, .json, .tsv or .ndjson file, also as .gz, or an .xlsx spreadsheet. There is no limit but
          the free space on your disk: its size and about how many rows it has are shown before anything is
          sent. It is checked on this machine and sealed by your proxy before anything is stored.
        </Muted>
        <input {...getInputProps({ 'aria-label': 'Select File' })} />
        <Button ref={button} kind="primary" icon="file" aria-describedby="upload-limits" onClick={open}>
          Select File
        </Button>
      </Zone>
      <p role="status">{packed && `Unpacking ${packed.name}…`}</p>
      {problem && <Banner tone="error">{problem}</Banner>}
    </Stack>
  );
}
