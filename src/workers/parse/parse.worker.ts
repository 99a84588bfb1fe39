/** Reads one upload away from the main thread. Holds no logic of its own: what it does is tested in lib/ and rows/. */
import { expose } from 'comlink';
import { badRowsFile } from './badRowsFile.ts';
import type { Choices } from './choices.ts';
import { throttle } from '#src/shared/throttle.ts';
import { lookAt, type Look } from './look.ts';
import { uploadBody, type Target, type Verdict } from './uploadBody.ts';

const parser = {
  look: (file: File, target: Target, choices: Choices): Promise<Look | null> => lookAt(file, target, choices),

  check: (file: File, target: Target, choices: Choices, onRead: (bytes: number) => void): Promise<Verdict> =>
    uploadBody(file, target, choices, throttle(onRead)),

  badRows: (file: File, target: Target, choices: Choices): Promise<Blob | null> =>
    badRowsFile(file, target, choices),
};

export type Parser = typeof parser;
expose(parser);
