/** An XMLHttpRequest that passes its body to the test, and the job that the proxy creates from it. */
import { vi } from 'vitest';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { schemaId } from './records.ts';

/** A job of two records, while they are stored. */
export const jobOf = (part: Partial<Job> = {}): Job => ({
  job_id: 'j1',
  schema: schemaId,
  status: 'processing',
  processed: 0,
  total: 2,
  current_batch: 0,
  total_batches: 1,
  ...part,
});
/** The proxy's response to a received file. */
export const accepted = { status: 200, body: { job_id: 'j1' } };

/** `lost` for a connection that breaks before the response. */
type Answer = { status: number; body: unknown } | 'lost';

/** @returns the bodies that were sent, with their addresses and headers. */
export function fakeUploads(answer: () => Promise<Answer> | Answer) {
  const sent: { address: string; body: Blob; headers: Record<string, string> }[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      onload?: () => void;
      onabort?: () => void;
      onerror?: () => void;
      status = 0;
      statusText = '';
      responseText = '';
      private address = '';
      private readonly headers: Record<string, string> = {};

      open(_method: string, address: string) {
        this.address = address;
      }
      setRequestHeader(name: string, value: string) {
        this.headers[name] = value;
      }
      send(body: Blob) {
        sent.push({ address: this.address, body, headers: this.headers });
        const total = body.size;
        for (const loaded of [1, Math.ceil(total / 2), total]) this.upload.onprogress?.({ loaded, total });
        void Promise.resolve(answer()).then((answered) => {
          if (answered === 'lost') {
            this.onerror?.();
            return;
          }
          const { status, body: reply } = answered;
          this.status = status;
          this.responseText = JSON.stringify(reply);
          this.onload?.();
        });
      }
      getResponseHeader() {
        return null;
      }
      abort() {
        this.onabort?.();
      }
    },
  );
  return sent;
}
