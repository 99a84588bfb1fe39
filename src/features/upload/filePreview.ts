/** A chosen file as it is going to be read, what the person says of that, and the rows that are bad. */
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { pages } from '#src/shared/storage/entries.ts';
import { choicesFor, choose, type Choices, type Matches } from '#src/workers/parse/choices.ts';
import type { Look } from '#src/workers/parse/look.ts';
import type { Target } from '#src/workers/parse/uploadBody.ts';
import { badRowsOf, lookAtFile } from '#src/workers/parse/parse.ts';

const SavedMatches = z.array(z.tuple([z.string(), z.string().nullable()])).catch([]);
const keyOf = (schemaId: string) => `columns/${schemaId}`;

/** Let a new file's columns go where those of the last file for this schema went. */
export const recallMatches = (file: File, schemaId: string): void =>
  choose(
    file,
    pages.get(keyOf(schemaId)).then((kept) => ({ matches: SavedMatches.parse(kept) })),
  );

/** Keeps what was said of other columns, for files that have those. */
async function saveMatches(schemaId: string, matches: Matches): Promise<void> {
  const kept = new Map(SavedMatches.parse(await pages.get(keyOf(schemaId))));
  for (const [column, field] of matches) kept.set(column, field);
  await pages.put(keyOf(schemaId), [...kept]);
}

export type FilePreview = {
  /** Undefined while it is being looked at, null when that can't be done. */
  look: Look | null | undefined;
  choices: Choices;
  change: (part: Choices) => void;
};

/** Look at a file, and again with each choice. */
export function useFilePreview(file: File, target: Target): FilePreview {
  const [choices, setChoices] = useState<Choices>();
  const [look, setLook] = useState<Look | null>();
  useEffect(() => {
    let here = true;
    void choicesFor(file).then((known) => here && setChoices(known));
    return () => {
      here = false;
    };
  }, [file]);
  useEffect(() => {
    if (!choices) return undefined;
    const abort = new AbortController();
    lookAtFile(file, target, choices, abort.signal).then(setLook, () => {
      if (!abort.signal.aborted) setLook(null);
    });
    return () => abort.abort();
  }, [file, target, choices]);
  const change = (part: Choices) => {
    const next = { ...choices, ...part };
    choose(file, next);
    setChoices(next);
    if (part.matches) void saveMatches(target.schemaId, part.matches);
  };
  return { look, choices: choices ?? {}, change };
}

/** Save a file's bad rows as CSV where the browser keeps downloads. */
export async function saveBadRows(file: File, target: Target, signal: AbortSignal): Promise<void> {
  const rows = await badRowsOf(file, target, signal);
  if (!rows) return;
  const address = URL.createObjectURL(rows);
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `${file.name.replace(/\.[^.]*$/, '')}.errors.csv`,
  });
  link.click();
  // The browser needs the address until it has begun to save.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
