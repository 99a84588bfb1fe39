/** The answer to an upload: headers at once, the body when the file has arrived. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { JobReference } from '../upload/receiveBody.ts';

/** How often a line break is sent while the file arrives: clients give up on an idle connection. */
const keepAliveMs = 10_000;

/**
 * The JSON body of an answer, after its headers have been flushed. Line breaks, which JSON allows before a value, are sent
 * until the outcome is known.
 */
export function uploadAnswer(response: ServerResponse, arrived: Promise<JobReference>): Readable {
  const chunks = async function* (): AsyncGenerator<string> {
    response.flushHeaders();
    for (;;) {
      const reference = await withTimeout(keepAliveMs, arrived);
      if (reference) {
        const { id, replayed } = reference;
        yield JSON.stringify({ job_id: id, ...(replayed ? { replayed } : {}) });
        return;
      }
      yield '\n';
    }
  };
  return Readable.from(chunks(), { objectMode: false });
}

/** A promise's value; null if it takes longer than this. */
async function withTimeout<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
