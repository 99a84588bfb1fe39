/** The console's upload code, for a page without anything else: `tests/law/support/pageUpload.ts` loads it. */
import { deliver } from '#src/machines/upload/deliver.ts';
import { followJob } from '#src/shared/http/jobSocket.ts';

const uploadInPage = (schema: string, text: string, key: string) => {
  const { signal } = new AbortController();
  const body = new Blob([text]);
  const file = { schema, body, type: 'text/csv', reading: {}, fingerprint: '0'.repeat(64), key };
  return deliver({ ...file, onProgress: () => undefined, signal }, (id) =>
    followJob(id, { onJob: () => undefined, onStreamLost: () => undefined, signal }),
  );
};

Object.assign(globalThis, { uploadInPage });
