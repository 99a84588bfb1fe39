/** Workers without a thread: the same code behind the same Comlink messages, in the page of the test. */
import { expose } from 'comlink';
import { vi } from 'vitest';
import { unfitValues } from '@cloakroom/ingest/unfitValues.ts';
import { openRecords } from '#src/workers/decrypt/openRecords.ts';
import type { ExportOrder } from '#src/shared/exportOrder.ts';
import { createExport, type OnWritten } from '#src/workers/export/writeExport.ts';
import { badRowsFile } from '#src/workers/parse/badRowsFile.ts';
import { fileChunks } from '#src/workers/parse/fileChunks.ts';
import type { Parser } from '#src/workers/parse/parse.worker.ts';
import { previewRows } from '#src/workers/parse/rowPreview.ts';
import { checkFile } from '#src/workers/parse/checkFile.ts';
import type { Proposer } from '#src/workers/propose/propose.worker.ts';
import { proposeFile } from '#src/workers/propose/proposeFile.ts';
import { fileWithRenamedMembers } from '#src/workers/propose/fileWithRenamedMembers.ts';
import { unpackedFile } from '#src/workers/propose/unpackedFile.ts';

/** What the worker of an export exposes. It has the user of the page. */
function exporter() {
  let current: ReturnType<typeof createExport> | undefined;
  return {
    open: (order: ExportOrder, _user: unknown, file: null) => void (current = createExport(order, file)),
    run: (onWritten: OnWritten) => current!.run(onWritten),
  };
}

/** What the worker files expose, by the worker's name. */
const jobs: Record<string, () => object> = {
  parse: () => ({ preview: previewRows, check: checkFile, badRows: badRowsFile }) satisfies Parser,
  propose: () =>
    ({
      propose: proposeFile,
      rename: fileWithRenamedMembers,
      findUnfit: (file, reading, chosen) =>
        unfitValues({ chunks: fileChunks(file, () => undefined), ...reading }, chosen),
      unpack: (file) => unpackedFile(file, () => undefined),
    }) satisfies Proposer,
  decrypt: () => ({ open: openRecords }),
  export: exporter,
};

const later = (target: EventTarget, data: unknown) =>
  queueMicrotask(() => target.dispatchEvent(new MessageEvent('message', { data })));

class PageWorker extends EventTarget {
  private readonly inside = new EventTarget();

  constructor(_address: URL, { name = '' }: WorkerOptions = {}) {
    super();
    const endpoint = Object.assign(this.inside, { postMessage: (data: unknown) => later(this, data) });
    expose(jobs[name]?.(), endpoint);
  }

  postMessage(data: unknown): void {
    later(this.inside, data);
  }

  terminate(): void {
    this.postMessage = () => undefined;
  }
}

export const fakeWorkers = () => vi.stubGlobal('Worker', PageWorker);
