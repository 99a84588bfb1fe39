/** Gives the upload machine its hands: check in a worker, send, follow. [Way 3/8] */
import { fromCallback } from 'xstate';
import type { Field } from '#contract/fields.ts';
import { listJobs } from '#contract/jobs.ts';
import { followJob } from '#src/api/jobSocket.ts';
import { list } from '#src/api/list.ts';
import { sendUpload } from '#src/api/send.ts';
import { keepStorage } from '#src/db/durable.ts';
import { claim, claimNext, giveUp } from '#src/lib/claims.ts';
import { Failure } from '#src/lib/failure.ts';
import { checkUpload } from '#src/workers/parse.ts';
import { reasonOf, type Complaint, type Upload, type UploadEvent } from './carry.ts';
import { uploadMachine } from './machine.ts';

export type Hands = {
  /** The schema's fields as they are when the upload begins. */
  fields: () => Field[];
  /** Told of each failure, once. */
  complain: (complaint: Complaint) => void;
  /** Told when progress can't be streamed. */
  onStreamLost: () => void;
};

type Tell = (event: UploadEvent) => void;

/** Check the file and send it; gives the job's id, or null when its rows were refused. */
async function dispatch(
  file: File,
  schemaId: string,
  fields: Field[],
  tell: Tell,
  signal: AbortSignal,
): Promise<string | null> {
  const onRead = (bytes: number) =>
    tell({ type: 'job.advanced', phase: 'checking', processed: bytes, total: file.size });
  onRead(0);
  const verdict = await checkUpload(file, { schemaId, fields }, { onRead, signal });
  if (!verdict.good) {
    tell({
      type: 'job.failed',
      error: new Failure('invalid', verdict.reason),
      badRows: verdict.badRows ?? undefined,
    });
    return null;
  }
  const { body, type, reading, records } = verdict;
  const onProgress = (sent: number, total: number) =>
    tell({
      type: 'job.advanced',
      phase: 'sending',
      processed: Math.floor((records * sent) / total),
      total: records,
    });
  onProgress(0, 1);
  return sendUpload({ schema: schemaId, body, type, reading, onProgress, signal });
}

const broken =
  'The tab that was uploading was closed before your proxy had all of the file. Nothing was kept; upload it again.';

/** The job of a file that another tab was sending. @throws {Failure} when the proxy has none under way. */
async function leftBehind(schema: string, signal: AbortSignal): Promise<string> {
  const { items } = await list(listJobs, { query: { schema }, signal });
  const job = items.find(({ status }) => status === 'processing');
  if (!job) throw new Failure('offline', broken);
  return job.job_id;
}

/** How long what a tab said last, that its upload has ended say, may take to arrive after it gave up its right; milliseconds. */
const lastWords = 300;

/** The right to upload into a schema. */
const rightTo = (schema: string) => `upload/${schema}`;

/** The upload machine of one schema, wired. Whatever ends the carrying aborts everything that it started. */
export const wiredUpload = ({ fields, complain, onStreamLost }: Hands) =>
  uploadMachine.provide({
    actors: {
      carry: fromCallback<UploadEvent, Upload>(({ input, sendBack }) => {
        const abort = new AbortController();
        const { signal } = abort;
        const tell: Tell = (event) => {
          if (!signal.aborted) sendBack(event);
        };
        const { file, schema } = input;
        const carry = async () => {
          const own = await claim(rightTo(schema));
          if (!own) tell({ type: 'elsewhere.found' });
          if (signal.aborted) giveUp(rightTo(schema));
          if (!own || signal.aborted) return;
          const job =
            input.job ??
            (file ? await dispatch(file, schema, fields(), tell, signal) : await leftBehind(schema, signal));
          if (job === null) return;
          tell({ type: 'job.accepted', job });
          // Whoever works with records here will want to find them again.
          keepStorage();
          const onJob = ({ processed, total }: { processed: number; total: number }) =>
            tell({ type: 'job.advanced', phase: 'storing', processed, total });
          const last = await followJob(job, { onJob, onStreamLost, signal });
          if (last.status === 'complete') tell({ type: 'job.completed', total: last.total });
          else
            tell({
              type: 'job.failed',
              error: new Failure('unexpected', reasonOf(last)),
              fatal: true,
              badRows: last.errors,
            });
        };
        carry().catch((error: unknown) => tell({ type: 'job.failed', error }));
        return () => {
          abort.abort();
          giveUp(rightTo(schema));
        };
      }),
      awaitTurn: fromCallback<UploadEvent, Upload>(({ input: { schema }, sendBack }) => {
        const abort = new AbortController();
        let timer: ReturnType<typeof setTimeout> | undefined;
        let taken = false;
        const take = () => {
          taken = true;
          sendBack({ type: 'elsewhere.vanished' });
        };
        claimNext(rightTo(schema), abort.signal).then(
          () => (timer = setTimeout(take, lastWords)),
          () => undefined, // Given up waiting.
        );
        return () => {
          abort.abort();
          clearTimeout(timer);
          if (!taken) giveUp(rightTo(schema));
        };
      }),
    },
    actions: { complain: (_, complaint) => complain(complaint) },
  });
