/** Checks one upload away from the main thread. Holds no logic of its own: what it does is tested in lib/ and rows/. */
import { expose } from 'comlink';
import { everySoOften } from '#src/lib/everySoOften.ts';
import { uploadBody, type Target, type Verdict } from '#src/lib/uploadBody.ts';

const parser = {
  check: (file: File, target: Target, onRead: (bytes: number) => void): Promise<Verdict> =>
    uploadBody(file, target, everySoOften(onRead)),
};

export type Parser = typeof parser;
expose(parser);
