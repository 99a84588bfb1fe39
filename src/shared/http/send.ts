/** Sends upload bodies by XMLHttpRequest, since fetch does not report sent bytes. */
import { createClient } from '@cloakroom/client/client.ts';
import { ClientError } from '@cloakroom/client/clientError.ts';
import type { Fetch } from '@cloakroom/client/types.ts';
import { fileFingerprintHeader, keepUntilSeenHeader, uploadJob } from '@cloakroom/contract/jobs.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import type { ParseOptions } from '@cloakroom/contract/parseOptions.ts';
import { connection } from '#src/shared/connection.ts';
import { Failure } from '#src/shared/failure.ts';
import { csrfHeaders } from './call.ts';
import { logRefusal } from './logRefusal.ts';
import { pageUserHeader } from './pageUser.ts';
import { failureOf } from './problem.ts';
import { withSessionRenewal } from './renewedSession.ts';

export type SentUpload = {
  schema: string;
  body: Blob;
  type: string;
  /** The settings for reading the body that differ from the defaults. */
  reading: ParseOptions;
  /** The fingerprint of the file. */
  fingerprint: string;
  /** The idempotency key, the same for each attempt. */
  key: string;
  /** Called with the number of bytes sent, and of all bytes. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
};

/**
 * Sends one body until the proxy has all of it; if the session has ended, sends it again in the next one.
 * @returns the job's id.
 * @throws {Failure} with the message of the proxy; an aborted signal throws its reason.
 */
export const sendUpload = (upload: SentUpload): Promise<string> => withSessionRenewal(() => sendOnce(upload));

async function sendOnce({ schema, body, type, reading, signal, ...upload }: SentUpload): Promise<string> {
  const headers = {
    ...(await csrfHeaders()),
    ...pageUserHeader(),
    'Content-Type': type,
    [fileFingerprintHeader]: upload.fingerprint,
    [idempotencyKeyHeader]: upload.key,
    // The job continues without the page.
    [keepUntilSeenHeader]: 'true',
  };
  signal.throwIfAborted();
  const client = createClient({ fetch: fetchWithProgress(upload.onProgress) });
  const query = { schema, ...reading };
  try {
    return (await client.call(uploadJob, { query, body, headers, signal })).job_id;
  } catch (thrown) {
    if (!(thrown instanceof ClientError) || thrown.code !== 'offline')
      throw failureOf(thrown, `${uploadJob.method} ${uploadJob.path}`);
    connection.report(undefined);
    throw new Failure(
      'offline',
      'The connection to your proxy was lost before it had received the whole file. Nothing was stored; upload the file again.',
    );
  }
}

/** A fetch over XMLHttpRequest. @param onProgress - called with the number of bytes sent, and of all bytes. */
function fetchWithProgress(onProgress: SentUpload['onProgress']): Fetch {
  return async (url, { method, headers, body, signal }) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
        request.onabort = () => reject(signal?.reason as Error);
        request.onerror = () => reject(new TypeError('The connection was lost.'));
        request.onload = () => resolve();
        request.open(method, url);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.send(body as Blob);
      });
    } finally {
      signal?.removeEventListener('abort', abort);
    }
    const { status, statusText, responseText } = request;
    connection.report(status);
    logRefusal(method, url, status);
    return {
      ok: status === 200,
      status,
      statusText,
      headers: { get: (name) => request.getResponseHeader(name) },
      text: () => Promise.resolve(responseText),
      arrayBuffer: () => new Response(responseText).arrayBuffer(),
    };
  };
}
