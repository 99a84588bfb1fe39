/** All uploads of a page, one actor for each schema. They outlive dialogs and routes. */
import { assign, emit, enqueueActions, setup } from 'xstate';
import type { Field } from '@cloakroom/contract/fields.ts';
import { uploadMachine } from '../upload/machine.ts';
import {
  eventOf,
  noUploads,
  watch,
  type UploadTarget,
  type RecordsStored,
  type SchemaUpload,
  type UploadsContext,
  type UploadsEvent,
  type UploadState,
} from './types.ts';

/** Applies a change to one upload, if it exists. */
const changed = ({ bySchema }: UploadsContext, schema: string, change: Partial<SchemaUpload>) => {
  const before = bySchema[schema];
  return before ? { ...bySchema, [schema]: { ...before, ...change } } : bySchema;
};

const without = (counts: UploadsContext['newRecords'], schema: string) =>
  Object.fromEntries(Object.entries(counts).filter(([id]) => id !== schema));

/** Pure: spawns the uploads; the other actions are provided. */
export const uploadsMachine = setup({
  types: {} as { context: UploadsContext; events: UploadsEvent; emitted: RecordsStored },
  actors: { upload: uploadMachine, watch },
  actions: {
    /** Sends `upload.changed` for each change of an upload. Following twice has no effect. */
    follow: (_, _upload: SchemaUpload | undefined) => undefined,
    /** Posts a change to the other tabs. */
    report: (_, _change: { upload: SchemaUpload | undefined; state: UploadState }) => undefined,
    /** Posts the uploads of this tab to a new tab. */
    answer: () => undefined,
    /** Sets the `beforeunload` guard while a file would be lost. */
    guardPage: () => undefined,
    /** Spawns the upload of a schema unless it exists. */
    ensure: assign({
      bySchema: ({ context, spawn }, { goal, fields }: { goal: UploadTarget; fields: Field[] }) => {
        const { schema } = goal;
        if (context.bySchema[schema])
          return fields.length > 0 ? changed(context, schema, { fields }) : context.bySchema;
        const actor = spawn('upload', { id: `upload ${schema}`, input: { schema } });
        const upload = { goal, actor, state: actor.getSnapshot(), fields, dialogOpen: false };
        return { ...context.bySchema, [schema]: upload };
      },
    }),
  },
}).createMachine({
  id: 'uploads',
  context: noUploads,
  invoke: { src: 'watch' },
  on: {
    'upload.wanted': {
      actions: [
        { type: 'ensure', params: ({ event }) => event },
        { type: 'follow', params: ({ context, event }) => context.bySchema[event.goal.schema] },
      ],
    },
    'upload.changed': {
      actions: [
        {
          type: 'report',
          params: ({ context, event: { schema, state } }) => ({ upload: context.bySchema[schema], state }),
        },
        assign({
          bySchema: ({ context, event: { schema, state } }) => changed(context, schema, { state }),
        }),
        'guardPage',
      ],
    },
    'dialog.opened': {
      actions: assign({
        bySchema: ({ context, event }) => changed(context, event.schema, { dialogOpen: true }),
      }),
    },
    'dialog.closed': {
      actions: assign({
        bySchema: ({ context, event }) => changed(context, event.schema, { dialogOpen: false }),
      }),
    },
    'file.opened': {
      actions: assign({ openedFile: ({ event: { schema, file } }) => ({ schema, file }) }),
    },
    'file.taken': { actions: assign({ openedFile: null }) },
    'records.stored': {
      actions: [
        assign({
          anyStored: true,
          newRecords: ({ context: { newRecords }, event: { schema, records } }) => ({
            ...newRecords,
            [schema]: (newRecords[schema] ?? 0) + records,
          }),
        }),
        emit(({ event }) => event),
      ],
    },
    'records.dismissed': {
      actions: assign({ newRecords: ({ context, event }) => without(context.newRecords, event.schema) }),
    },
    'message.received': [
      { guard: ({ event }) => event.message.type === 'asked', actions: 'answer' },
      {
        actions: enqueueActions(({ enqueue, event: { message } }) => {
          const passed = eventOf(message);
          if (!passed || message.type === 'asked') return;
          const { goal } = message;
          enqueue({ type: 'ensure', params: { goal, fields: [] } });
          enqueue({ type: 'follow', params: ({ context }) => context.bySchema[goal.schema] });
          enqueue.sendTo(({ context }) => context.bySchema[goal.schema]!.actor, passed);
          if (message.type === 'completed')
            enqueue.raise({ type: 'records.stored', schema: goal.schema, records: message.total });
        }),
      },
    ],
    'person.left': {
      actions: [
        enqueueActions(({ enqueue, context }) => {
          for (const { actor } of Object.values(context.bySchema)) enqueue.stopChild(actor);
          enqueue.assign({ bySchema: {}, newRecords: {}, openedFile: null });
        }),
        'guardPage',
      ],
    },
  },
});
