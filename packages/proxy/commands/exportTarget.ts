/** Where an export is written: a stream, or a file that can be continued. */
import { createHash } from 'node:crypto';
import { open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { once } from 'node:events';
import { z } from 'zod';
import { parseJson } from '@cloakroom/server-kit/parseJson.ts';

/** The progress of an export: the last record that was written, and the number of records. */
export type ExportState = { after?: string | undefined; records: number };

export type ExportTarget = {
  /** The progress of an earlier, interrupted export to the same file. */
  state: ExportState;
  /** Appends text. @param state - the progress including it. */
  write: (text: string, state: ExportState) => Promise<void>;
  /** Ends a complete export. */
  finish: () => Promise<void>;
};

/** Writes to a stream, at its pace. */
export const streamTarget = (stream: NodeJS.WritableStream): ExportTarget => ({
  state: { records: 0 },
  write: async (text) => {
    if (!stream.write(text)) await once(stream, 'drain');
  },
  finish: () => Promise.resolve(),
});

/** Stored beside an unfinished file: the export that it belongs to, and how many of its bytes are complete records. */
const Progress = z.object({
  fingerprint: z.string(),
  bytes: z.number(),
  records: z.number(),
  after: z.string().optional(),
});

/**
 * Writes into `<path>.part`, which becomes the file when it is complete. `<path>.part.json` stores the progress: the same export
 * continues there after an interruption; a different export starts over.
 * @param query - what is exported.
 */
export async function openExportFile(path: string, query: object): Promise<ExportTarget> {
  const part = `${path}.part`;
  const progressPath = `${part}.json`;
  const fingerprint = createHash('sha256').update(JSON.stringify(query)).digest('hex');
  const earlier = await readProgress(progressPath, fingerprint);
  const file = await open(part, earlier ? 'r+' : 'w');
  const canContinue = earlier !== null && (await file.stat()).size >= earlier.bytes;
  let bytes = canContinue ? earlier.bytes : 0;
  await file.truncate(bytes);
  return {
    state: canContinue ? { after: earlier.after, records: earlier.records } : { records: 0 },
    write: async (text, { after, records }) => {
      const encoded = Buffer.from(text);
      await writeAll(file, encoded, bytes);
      bytes += encoded.length;
      await replaceFile(progressPath, JSON.stringify({ fingerprint, bytes, records, after }));
    },
    finish: async () => {
      await file.sync();
      await file.close();
      await rename(part, path);
      await rm(progressPath, { force: true });
    },
  };
}

async function readProgress(path: string, fingerprint: string): Promise<z.infer<typeof Progress> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  const progress = text === null ? undefined : Progress.safeParse(parseJson(text)).data;
  return progress?.fingerprint === fingerprint ? progress : null;
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;)
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
}

async function replaceFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.new`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}
