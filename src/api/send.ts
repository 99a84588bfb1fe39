/** Sends upload bodies: the one XMLHttpRequest, because only it tells how many bytes have left. [Way 3/8] */
import { fingerprintHeader, keepHeader, uploadJob } from '@cloakroom/contract/jobs.ts';
import { repeatHeader } from '@cloakroom/contract/repeat.ts';
import type { Reading } from '@cloakroom/contract/reading.ts';
import { connection } from '#src/lib/connection.ts';
import { Failure } from '#src/lib/failure.ts';
import { withAccess } from './access.ts';
import { addressOf, checked, csrfHeaders } from './call.ts';
import { mistaken, ownerHeader } from './person.ts';
import { failureOf } from './problem.ts';

export type SentUpload = {
  schema: string;
  body: Blob;
  type: string;
  /** How the body is to be read, where that doesn't go without saying. */
  reading: Reading;
  /** Which file it is made of. */
  fingerprint: string;
  /** The same for each attempt to send it. */
  key: string;
  /** Bytes sent, of all. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
};

/**
 * Send one body and wait until the proxy has all of it; where the session has ended, send it again in the next one.
 * @returns the job's id.
 * @throws {Failure} with the proxy's own words; an aborted signal throws its reason.
 */
export const sendUpload = (upload: SentUpload): Promise<string> => withAccess(() => sendOnce(upload));

async function sendOnce(upload: SentUpload): Promise<string> {
  const { schema, body, type, reading, onProgress, signal } = upload;
  const headers = {
    ...(await csrfHeaders()),
    ...ownerHeader(),
    'Content-Type': type,
    [fingerprintHeader]: upload.fingerprint,
    [repeatHeader]: upload.key,
    // The page may be gone by then.
    [keepHeader]: 'true',
  };
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      request.onabort = () => reject(signal.reason as Error);
      request.onerror = () => {
        connection.report(undefined);
        reject(
          new Failure(
            'offline',
            'The connection to your proxy was lost before it had all of the file. Nothing was stored; upload the file again.',
          ),
        );
      };
      request.onload = () => {
        const { status, statusText, responseText } = request;
        connection.report(status);
        if (status !== 200)
          reject(
            mistaken((name) => request.getResponseHeader(name)) ??
              failureOf(status, statusText, responseText),
          );
        else resolve(checked(uploadJob, () => uploadJob.reply.parse(JSON.parse(responseText)).job_id));
      };
      request.open(uploadJob.method, addressOf(uploadJob, { query: { schema, ...reading } }));
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.send(body);
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
