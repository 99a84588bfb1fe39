/** A page that reads and sends the chosen files. The benchmark calls `globalThis.compared`. */
import { wrap } from 'comlink';
import { sendUpload } from '#src/shared/http/send.ts';
import type { Readers } from './reader.worker.ts';

const readers = wrap<Readers>(
  new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module', name: 'reader' }),
);
const chosenFile = (name: string): File => {
  const file = [...(document.querySelector('input')?.files ?? [])].find((each) => each.name === name);
  if (!file) throw new Error(`${name} was not chosen.`);
  return file;
};

/** The duration of an action in seconds. */
async function secondsOf(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return (performance.now() - started) / 1000;
}

export const compared = {
  read: (method: keyof Readers, name: string): Promise<number> =>
    secondsOf(() => readers[method](chosenFile(name))),

  /** Sends like the console: with its headers and progress events. */
  send: (name: string): Promise<number> => {
    const file = chosenFile(name);
    const { signal } = new AbortController();
    const type = name.endsWith('.csv') ? 'text/csv' : 'application/json';
    // Like the body of a checked file: a rewritten header row and a slice of the file.
    const body = new Blob([file.slice(0, 1000), file.slice(1000)]);
    const onProgress = () => undefined;
    return secondsOf(() =>
      sendUpload({
        schema: 'a',
        body,
        type,
        reading: {},
        key: crypto.randomUUID(),
        fingerprint: '',
        onProgress,
        signal,
      }),
    );
  },

  fetch: (name: string): Promise<number> =>
    secondsOf(() => fetch('/bare', { method: 'POST', body: chosenFile(name) })),
};

Object.assign(globalThis, { compared });
