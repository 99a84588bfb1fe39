/** Reads one file off the main thread. */
import { expose } from 'comlink';
import { badRowsFile } from './badRowsFile.ts';
import type { Choices } from './choices.ts';
import { throttle } from '#src/shared/throttle.ts';
import { previewRows, type RowPreview } from './rowPreview.ts';
import { checkFile, type TargetSchema, type CheckResult } from './checkFile.ts';

const parser = {
  preview: (file: File, target: TargetSchema, choices: Choices): Promise<RowPreview | null> =>
    previewRows(file, target, choices),

  check: (
    file: File,
    target: TargetSchema,
    choices: Choices,
    onRead: (bytes: number) => void,
  ): Promise<CheckResult> => checkFile(file, target, choices, throttle(onRead)),

  badRows: (file: File, target: TargetSchema, choices: Choices): Promise<Blob | null> =>
    badRowsFile(file, target, choices),
};

export type Parser = typeof parser;
expose(parser);
