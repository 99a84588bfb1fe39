/** From a dropped file to a dataset, a schema and an upload. */
import { assign, setup } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import { withFieldMoved } from './fields.ts';
import {
  beginUpload,
  createDataset,
  createSchema,
  loadDraft,
  noProposal,
  readFile,
  takeProposal,
  takeReading,
  watchSession,
  type ProposalContext,
  type ProposalEvent,
  type ProposalStep,
} from './types.ts';

const newKeys = (): ProposalContext['keys'] => ({
  dataset: crypto.randomUUID(),
  schema: crypto.randomUUID(),
});

const failureAt = (step: ProposalStep, error: unknown) => ({
  failure: { step, failure: Failure.from(error) },
});

/**
 * Pure: actors and actions are provided. A failed step is repeated with the same idempotency key; the steps before it are not repeated.
 */
export const proposalMachine = setup({
  types: {} as { context: ProposalContext; events: ProposalEvent },
  actors: { readFile, loadDraft, createDataset, createSchema, beginUpload, watchSession },
  actions: {
    /** Stores the edited proposal without values of the file. */
    saveDraft: () => undefined,
    deleteDraft: () => undefined,
    clear: assign(() => ({ ...noProposal, keys: newKeys() })),
  },
  guards: {
    hasDataset: ({ context: { place, createdDataset } }) => place?.dataset != null || createdDataset !== null,
    hasSchema: ({ context }) => context.createdSchema !== null,
    hasFile: ({ context }) => context.file !== null,
  },
}).createMachine({
  id: 'proposal',
  context: () => ({ ...noProposal, keys: newKeys() }),
  invoke: { src: 'watchSession' },
  initial: 'none',
  on: {
    'organization.left': { target: '.none', actions: 'clear' },
    'user.signedOut': { target: '.none', actions: 'clear' },
  },
  states: {
    none: {
      on: {
        'file.dropped': 'reading',
        'draft.wanted': 'loading',
      },
    },
    loading: {
      on: { 'file.dropped': 'reading' },
      invoke: {
        src: 'loadDraft',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'editing',
            actions: assign(({ event }) => ({ ...noProposal, ...event.output! })),
          },
          'empty',
        ],
        onError: 'empty',
      },
    },
    /** There is neither a file nor a draft. */
    empty: { on: { 'file.dropped': 'reading', 'proposal.closed': 'none' } },
    reading: {
      entry: assign(({ event }) =>
        event.type === 'file.dropped'
          ? { ...noProposal, keys: newKeys(), source: event.file, place: event.place }
          : {},
      ),
      invoke: { src: 'readFile', input: ({ context }) => ({ file: context.source!, choices: {} }) },
      on: {
        'file.dropped': { target: 'reading', reenter: true },
        'read.advanced': { actions: assign({ progress: ({ event }) => event.percent }) },
        'read.completed': {
          target: 'editing',
          actions: [
            assign(({ context, event }) => takeProposal(context, event.proposed, event.draft)),
            'saveDraft',
          ],
        },
        'read.failed': {
          target: 'unreadable',
          actions: assign({ failure: ({ event }) => ({ step: 'read' as const, failure: event.failure }) }),
        },
        'proposal.closed': { target: 'none', actions: 'clear' },
      },
    },
    unreadable: {
      on: { 'file.dropped': 'reading', 'proposal.closed': { target: 'none', actions: 'clear' } },
    },
    editing: {
      on: {
        'file.dropped': 'reading',
        'name.changed': {
          actions: [assign({ name: ({ event }) => event.name }), 'saveDraft'],
        },
        'description.changed': {
          actions: [assign({ description: ({ event }) => event.description }), 'saveDraft'],
        },
        'field.changed': {
          actions: [
            assign({
              fields: ({ context, event: { id, change } }) =>
                context.fields.map((field) => (field.id === id ? { ...field, ...change } : field)),
            }),
            'saveDraft',
          ],
        },
        'field.moved': {
          actions: [
            assign({ fields: ({ context, event: { id, by } }) => withFieldMoved(context.fields, id, by) }),
            'saveDraft',
          ],
        },
        'fields.replaced': {
          actions: [assign({ fields: ({ event }) => event.fields }), 'saveDraft'],
        },
        'reading.chosen': { guard: 'hasFile', target: 'rereading' },
        'create.pressed': { guard: 'hasFile', target: 'creating' },
        'proposal.closed': { target: 'none', actions: ['deleteDraft', 'clear'] },
      },
    },
    /** The file is read with other settings; until then, the proposal does not change. */
    rereading: {
      entry: assign({ progress: 0, failure: null }),
      invoke: {
        src: 'readFile',
        input: ({ context: { file, choices }, event }) => ({
          file: file!,
          choices: event.type === 'reading.chosen' ? { ...choices, ...event.choices } : choices,
        }),
      },
      on: {
        'file.dropped': 'reading',
        'read.advanced': { actions: assign({ progress: ({ event }) => event.percent }) },
        'read.completed': {
          target: 'editing',
          actions: [
            assign(({ context, event }) => takeReading(context, event.proposed, event.choices)),
            'saveDraft',
          ],
        },
        'read.failed': {
          target: 'editing',
          actions: assign({ failure: ({ event }) => ({ step: 'read' as const, failure: event.failure }) }),
        },
        'reading.cancelled': 'editing',
      },
    },
    creating: {
      tags: 'busy',
      entry: assign({ failure: null }),
      initial: 'next',
      states: {
        next: {
          always: [
            { guard: 'hasSchema', target: 'upload' },
            { guard: 'hasDataset', target: 'schema' },
            { target: 'dataset' },
          ],
        },
        dataset: {
          invoke: {
            src: 'createDataset',
            input: ({ context }) => context,
            onDone: {
              target: 'next',
              actions: [assign({ createdDataset: ({ event }) => event.output }), 'saveDraft'],
            },
            onError: {
              target: '#proposal.editing',
              actions: assign(({ event }) => failureAt('dataset', event.error)),
            },
          },
        },
        schema: {
          invoke: {
            src: 'createSchema',
            input: ({ context }) => context,
            onDone: {
              target: 'next',
              actions: [assign({ createdSchema: ({ event }) => event.output }), 'deleteDraft'],
            },
            onError: {
              target: '#proposal.editing',
              actions: assign(({ event }) => failureAt('schema', event.error)),
            },
          },
        },
        upload: {
          invoke: {
            src: 'beginUpload',
            input: ({ context }) => context,
            onDone: {
              target: '#proposal.begun',
              actions: assign(({ event }) => ({
                ...noProposal,
                path: event.output,
              })),
            },
            onError: {
              target: '#proposal.editing',
              actions: assign(({ event }) => failureAt('upload', event.error)),
            },
          },
        },
      },
    },
    /** The upload continues without the proposal. */
    begun: {
      on: { 'file.dropped': 'reading', 'proposal.closed': { target: 'none', actions: 'clear' } },
    },
  },
});
