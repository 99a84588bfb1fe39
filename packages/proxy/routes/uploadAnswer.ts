/** The answer to an upload: its headers at once, its body when the file has arrived. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { JobReference } from '../upload/receiveBody.ts';

/** How often the waiting sender gets a line break, in milliseconds: clients give up on an answer that stays silent. */
const keepAliveMs = 10_000;

/**
 * The JSON body of an answer, after its headers have been flushed. Until the outcome is known it consists of line breaks,
 * which JSON allows before a value.
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

/** A promise's value, or null where it takes longer than some milliseconds. */
async function withTimeout<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
