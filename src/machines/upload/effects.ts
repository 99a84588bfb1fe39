/** Effects of an upload: the tab lock, the watchdog, and sending it to the proxy. */
import { fromCallback } from 'xstate';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Failure } from '#src/shared/failure.ts';
import type { PersistStorage } from '#src/shared/storage/persistStorage.ts';
import { uploadKeys } from '#src/shared/storage/uploadKeys.ts';
import { acquireTabLock, waitForTabLock, releaseTabLock } from '#src/shared/tabs/tabLock.ts';
import type { ReportedFailure, ActorSystem, UploadContext, UploadEvent } from './types.ts';
import { uploadMachine } from './machine.ts';

/** The callbacks of an upload. */
type UploadCallbacks = {
  persistStorage: PersistStorage;
  /** The schema's fields at the start of the upload. */
  fields: (system: ActorSystem, schema: string) => Field[];
  /** Called once for each failure. */
  reportFailure: (system: ActorSystem, schema: string, failure: ReportedFailure) => void;
  /** Called when the result of a failed upload was closed. */
  withdrawFailure: (system: ActorSystem, schema: string) => void;
  /** Called when progress can't be streamed. */
  onStreamLost: (system: ActorSystem) => void;
  /** Called if a job could not be cancelled. */
  onCancelFailed: (system: ActorSystem, schema: string, failure: Failure) => void;
};

export const stallTimeoutMs = 30_000;

type Watchdog = {
  /** Accepts every report, but only one that differs from the last counts as progress. */
  report: (progress: string) => void;
  stop: () => void;
};

/** Detects missing progress. @param onStalled - called once for each period without progress. */
export function startWatchdog(onStalled: () => void): Watchdog {
  let last: string | undefined;
  let timer = setTimeout(onStalled, stallTimeoutMs);
  return {
    report(progress) {
      if (progress === last) return;
      last = progress;
      clearTimeout(timer);
      timer = setTimeout(onStalled, stallTimeoutMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** The last message of a tab may arrive after it has released its lock. */
const lastMessageDelayMs = 300;

/** The name of the lock for uploads into a schema. */
const lockName = (schema: string) => `upload/${schema}`;

/** Creates the upload machine of one schema with its effects. Stopping `sendAndFollow` aborts everything that it started. */
export const createUploadMachine = ({
  persistStorage,
  fields,
  reportFailure,
  withdrawFailure,
  onStreamLost,
  onCancelFailed,
}: UploadCallbacks) =>
  uploadMachine.provide({
    actors: {
      sendAndFollow: fromCallback<UploadEvent, UploadContext>(({ input, sendBack, system }) => {
        const abort = new AbortController();
        const { signal } = abort;
        const watchdog = startWatchdog(() => sendBack({ type: 'job.stalled' }));
        const send = (event: UploadEvent) => {
          if (signal.aborted) return;
          if (event.type === 'job.advanced')
            watchdog.report(`${event.phase} ${event.processed} ${event.sent}`);
          sendBack(event);
        };
        const { schema } = input;
        const run = async () => {
          const locked = await acquireTabLock(lockName(schema));
          if (!locked) send({ type: 'otherTab.uploading' });
          if (signal.aborted) releaseTabLock(lockName(schema));
          if (!locked || signal.aborted) return;
          const { sendAndFollow } = await import('./lazyEffects.ts');
          await sendAndFollow(input, {
            fields: fields(system, schema),
            send,
            // From now on, the browser should keep the local data.
            onAccepted: persistStorage,
            onStreamLost: () => onStreamLost(system),
            signal,
          });
        };
        run().catch((error: unknown) => send({ type: 'job.failed', error }));
        return () => {
          abort.abort();
          watchdog.stop();
          releaseTabLock(lockName(schema));
        };
      }),
      awaitLock: fromCallback<UploadEvent, UploadContext>(({ input: { schema }, sendBack }) => {
        const abort = new AbortController();
        let timer: ReturnType<typeof setTimeout> | undefined;
        let takenOver = false;
        const takeOver = () => {
          takenOver = true;
          sendBack({ type: 'otherTab.closed' });
        };
        waitForTabLock(lockName(schema), abort.signal).then(
          () => (timer = setTimeout(takeOver, lastMessageDelayMs)),
          () => undefined, // Aborted.
        );
        return () => {
          abort.abort();
          clearTimeout(timer);
          if (!takenOver) releaseTabLock(lockName(schema));
        };
      }),
    },
    actions: {
      reportFailure: ({ system, context: { schema } }, failure) => reportFailure(system, schema, failure),
      withdrawFailure: ({ system, context: { schema } }) => withdrawFailure(system, schema),
      cancelJob: ({ self, system, context: { schema, file } }, job) => {
        const key = file && uploadKeys.get(schema, file);
        uploadKeys.remove(schema);
        const cancel = async () => (await import('./lazyEffects.ts')).cancelUploadJob(job, key);
        void cancel().then((running) => {
          if (!running) return;
          onCancelFailed(system, schema, running.failure);
          self.send({ type: 'job.found', job: running.job });
        });
      },
    },
  });
