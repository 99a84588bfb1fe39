/** One file on its way to the service. */
import { assign, setup } from 'xstate';
import { Failure } from '#src/lib/failure.ts';
import { carry, nothingYet, percentOf, type Complaint, type Upload, type UploadEvent } from './carry.ts';

/** Knows every state of an upload and performs nothing: `carry` is provided, `complain` speaks to the person. */
export const uploadMachine = setup({
  types: {} as { input: { schema: string }; context: Upload; events: UploadEvent },
  actors: { carry },
  actions: { complain: (_, _complaint: Complaint) => undefined },
  guards: { hasFile: ({ context }) => context.file !== null },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...nothingYet, ...input }),
  initial: 'none',
  on: {
    'file.chosen': { target: '.none', actions: assign(({ event }) => ({ ...nothingYet, file: event.file })) },
    'file.cleared': { target: '.none', actions: assign(() => nothingYet) },
  },
  states: {
    none: {
      on: {
        'upload.pressed': { target: 'uploading', guard: 'hasFile' },
        'job.found': {
          target: 'uploading',
          actions: assign(({ event }) => ({ ...nothingYet, job: event.job, phase: 'storing' })),
        },
      },
    },
    uploading: {
      invoke: { src: 'carry', input: ({ context }) => context },
      on: {
        'upload.cancelled': { target: 'none', actions: assign(() => nothingYet) },
        'job.advanced': {
          actions: assign(({ event: { phase, processed, total } }) => ({
            phase,
            processed,
            total,
            progress: percentOf(phase, processed, total),
          })),
        },
        'job.completed': {
          target: 'completed',
          actions: assign(({ event }) => ({ processed: event.total, total: event.total, progress: 100 })),
        },
        'job.failed': {
          target: 'terminated',
          actions: [
            assign(({ event }) => ({ failure: Failure.from(event.error), badRows: event.badRows ?? null })),
            {
              type: 'complain',
              params: ({ event }) => ({ failure: Failure.from(event.error), fatal: event.fatal ?? false }),
            },
          ],
        },
      },
    },
    completed: { tags: 'ended' },
    terminated: {
      tags: 'ended',
      on: {
        'upload.pressed': {
          target: 'uploading',
          guard: 'hasFile',
          actions: assign(({ context: { file } }) => ({ ...nothingYet, file })),
        },
      },
    },
  },
});
