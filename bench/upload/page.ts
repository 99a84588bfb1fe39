/** A page that reads and sends the files that were chosen in it. The bench calls `globalThis.compared`. */
import { wrap } from 'comlink';
import { sendUpload } from '#src/shared/http/send.ts';
import type { Readers } from './reader.worker.ts';

const readers = wrap<Readers>(
  new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module', name: 'reader' }),
);
const chosen = (name: string): File => {
  const file = [...(document.querySelector('input')?.files ?? [])].find((each) => each.name === name);
  if (!file) throw new Error(`${name} was not chosen.`);
  return file;
};

/** Seconds that an action takes. */
async function secondsOf(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return (performance.now() - started) / 1000;
}

export const compared = {
  read: (way: keyof Readers, name: string): Promise<number> => secondsOf(() => readers[way](chosen(name))),

  /** As the console sends: with its headers and the bytes that have left. */
  send: (name: string): Promise<number> => {
    const file = chosen(name);
    const { signal } = new AbortController();
    const type = name.endsWith('.csv') ? 'text/csv' : 'application/json';
    // The body that the check makes: a rewritten header row and a slice of the file.
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
    secondsOf(() => fetch('/bare', { method: 'POST', body: chosen(name) })),
};

Object.assign(globalThis, { compared });
