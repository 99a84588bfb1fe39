/** The upload of one file. */
import { assign, not, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import {
  awaitLock,
  noUpload,
  sendAndFollow,
  type ReportedFailure,
  type TabProgress,
  type UploadContext,
  type UploadEvent,
} from './types.ts';
import { advance, nextPercent } from './progress.ts';

/** The upload of another tab has ended: the file chosen in this tab can be uploaded now. */
const showOwnFile = { guard: 'hasFile', target: 'none', actions: 'reset' } as const;

/**
 * Pure: actors and actions are provided. One tab of a browser sends the file; in the others the upload is `inOtherTab`, until
 * the lock is released and one of them takes over.
 */
export const uploadMachine = setup({
  types: {} as { input: { schema: string }; context: UploadContext; events: UploadEvent },
  actors: { sendAndFollow, awaitLock },
  actions: {
    reportFailure: (_, _failure: ReportedFailure) => undefined,
    /** Removes the report of a failure, once its result was closed. */
    withdrawFailure: () => undefined,
    /** Cancels the job of an upload. */
    cancelJob: (_, _job: string | null) => undefined,
    /** Keeps only the chosen file. */
    reset: assign(({ context: { file } }) => ({ ...noUpload, file, name: file?.name ?? null })),
    takeProgress: assign(({ context }, upload: TabProgress) => ({
      ...upload,
      progress: nextPercent(context, upload),
    })),
  },
  guards: { hasFile: ({ context }) => context.file !== null },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...noUpload, ...input }),
  initial: 'none',
  on: {
    'file.chosen': {
      target: '.none',
      actions: assign(({ event: { file } }) => ({ ...noUpload, file, name: file.name })),
    },
    'file.cleared': { target: '.none', actions: assign(() => noUpload) },
  },
  states: {
    none: {
      on: {
        'upload.pressed': { target: 'uploading', guard: 'hasFile' },
        // Ignored if a file is chosen.
        'job.found': {
          guard: not('hasFile'),
          target: 'uploading',
          actions: assign(({ event }) => ({ ...noUpload, job: event.job, phase: 'storing' })),
        },
        // A file chosen here is kept: pressing Upload shows why it has to wait.
        'otherTab.advanced': [
          { guard: 'hasFile' },
          { target: 'inOtherTab', actions: { type: 'takeProgress', params: ({ event }) => event.upload } },
        ],
      },
    },
    uploading: {
      invoke: { src: 'sendAndFollow', input: ({ context }) => context },
      on: {
        'upload.cancelled': {
          target: 'none',
          actions: [{ type: 'cancelJob', params: ({ context }) => context.job }, assign(() => noUpload)],
        },
        'rows.leftOut': {
          actions: assign(({ event: { badRows } }) => ({ badRows })),
        },
        'otherTab.uploading': 'inOtherTab',
        'job.accepted': { actions: assign(({ event }) => ({ job: event.job })) },
        'job.advanced': {
          actions: assign(({ context, event: { type: _, ...step } }) => advance(context, step)),
        },
        'job.stalled': { actions: assign({ stalled: true }) },
        'job.completed': {
          target: 'completed',
          actions: assign(({ event: { total, leftOut } }) => ({
            processed: total,
            total,
            leftOut,
            progress: 100,
            stalled: false,
          })),
        },
        'job.failed': {
          target: 'terminated',
          actions: [
            assign(({ event }) => ({
              failure: Failure.from(event.error),
              fatal: event.fatal ?? false,
              badRows: event.badRows ?? null,
              stalled: false,
            })),
            {
              type: 'reportFailure',
              params: ({ event }) => ({ failure: Failure.from(event.error), fatal: event.fatal ?? false }),
            },
          ],
        },
      },
    },
    inOtherTab: {
      invoke: { src: 'awaitLock', input: ({ context }) => context },
      on: {
        'file.chosen': {},
        'file.cleared': {},
        'otherTab.advanced': { actions: { type: 'takeProgress', params: ({ event }) => event.upload } },
        'otherTab.completed': [
          showOwnFile,
          {
            target: 'completed',
            actions: assign(({ event: { total, leftOut } }) => ({
              processed: total,
              total,
              leftOut,
              progress: 100,
            })),
          },
        ],
        'otherTab.failed': [
          showOwnFile,
          {
            target: 'terminated',
            actions: assign(({ event }) => ({ failure: new Failure('unexpected', event.message) })),
          },
        ],
        'otherTab.cancelled': [showOwnFile, { target: 'none', actions: assign(() => noUpload) }],
        'otherTab.closed': {
          target: 'uploading',
          actions: assign(({ context: { name, job, progress } }) => ({
            ...noUpload,
            name,
            job,
            progress,
            phase: 'storing',
          })),
        },
      },
    },
    completed: {
      tags: 'ended',
      on: {
        'otherTab.advanced': {
          target: 'inOtherTab',
          actions: [assign(() => noUpload), { type: 'takeProgress', params: ({ event }) => event.upload }],
        },
      },
    },
    terminated: {
      tags: 'ended',
      exit: 'withdrawFailure',
      on: {
        'upload.pressed': {
          target: 'uploading',
          guard: 'hasFile',
          actions: 'reset',
        },
      },
    },
  },
});
