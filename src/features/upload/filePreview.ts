/** The preview of a chosen file, the choices for reading it, and the download of its bad rows. */
import { useEffect, useState } from 'react';
import { downloadFile } from '#src/shared/downloadFile.ts';
import { saveMatches } from '#src/workers/parse/columnMatches.ts';
import { getFileChoices, setFileChoices, type Choices } from '#src/workers/parse/choices.ts';
import type { RowPreview } from '#src/workers/parse/rowPreview.ts';
import type { TargetSchema } from '#src/workers/parse/checkFile.ts';
import { badRowsOf, previewRowsInWorker } from '#src/workers/parse/parse.ts';

export type FilePreview = {
  /** Undefined while it is read, null if reading fails. */
  preview: RowPreview | null | undefined;
  choices: Choices;
  change: (changes: Choices) => void;
};

/** Reads the preview, again after each choice. */
export function useFilePreview(file: File, target: TargetSchema): FilePreview {
  const [choices, setChoices] = useState<Choices>();
  const [preview, setPreview] = useState<RowPreview | null>();
  useEffect(() => {
    let mounted = true;
    void getFileChoices(file).then((known) => mounted && setChoices(known));
    return () => {
      mounted = false;
    };
  }, [file]);
  useEffect(() => {
    if (!choices) return undefined;
    const abort = new AbortController();
    previewRowsInWorker(file, target, choices, abort.signal).then(setPreview, () => {
      if (!abort.signal.aborted) setPreview(null);
    });
    return () => abort.abort();
  }, [file, target, choices]);
  const change = (changes: Choices) => {
    const next = { ...choices, ...changes };
    setFileChoices(file, next);
    setChoices(next);
    if (changes.matches) void saveMatches(target.schemaId, changes.matches);
  };
  return { preview, choices: choices ?? {}, change };
}

/** Downloads a file's bad rows as CSV. */
export async function saveBadRows(file: File, target: TargetSchema, signal: AbortSignal): Promise<void> {
  const rows = await badRowsOf(file, target, signal);
  if (rows) downloadFile(rows, `${file.name.replace(/\.[^.]*$/, '')}.errors.csv`);
}
