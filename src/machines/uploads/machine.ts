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
const withChange = ({ bySchema }: UploadsContext, schema: string, change: Partial<SchemaUpload>) => {
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
    /** Sends `upload.changed` for each change of an upload. Observing twice has no effect. */
    observe: (_, _upload: SchemaUpload | undefined) => undefined,
    /** Posts a change to the other tabs. */
    postChange: (_, _change: { upload: SchemaUpload | undefined; state: UploadState }) => undefined,
    /** Posts the uploads of this tab to a new tab. */
    postAll: () => undefined,
    /** Sets the `beforeunload` guard while a file would be lost. */
    setGuard: () => undefined,
    /** Spawns the upload of a schema unless it exists. */
    spawnUpload: assign({
      bySchema: ({ context, spawn }, { target, fields }: { target: UploadTarget; fields: Field[] }) => {
        const { schema } = target;
        if (context.bySchema[schema])
          return fields.length > 0 ? withChange(context, schema, { fields }) : context.bySchema;
        const actor = spawn('upload', { id: `upload ${schema}`, input: { schema } });
        const upload = { target, actor, state: actor.getSnapshot(), fields, dialogOpen: false };
        return { ...context.bySchema, [schema]: upload };
      },
    }),
  },
}).createMachine({
  id: 'uploads',
  context: noUploads,
  invoke: { src: 'watch' },
  on: {
    'upload.requested': {
      actions: [
        { type: 'spawnUpload', params: ({ event }) => event },
        { type: 'observe', params: ({ context, event }) => context.bySchema[event.target.schema] },
      ],
    },
    'upload.changed': {
      actions: [
        {
          type: 'postChange',
          params: ({ context, event: { schema, state } }) => ({ upload: context.bySchema[schema], state }),
        },
        assign({
          bySchema: ({ context, event: { schema, state } }) => withChange(context, schema, { state }),
        }),
        'setGuard',
      ],
    },
    'dialog.opened': {
      actions: assign({
        bySchema: ({ context, event }) => withChange(context, event.schema, { dialogOpen: true }),
      }),
    },
    'dialog.closed': {
      actions: assign({
        bySchema: ({ context, event }) => withChange(context, event.schema, { dialogOpen: false }),
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
      { guard: ({ event }) => event.message.type === 'asked', actions: 'postAll' },
      {
        actions: enqueueActions(({ enqueue, event: { message } }) => {
          const uploadEvent = eventOf(message);
          if (!uploadEvent || message.type === 'asked') return;
          const { target } = message;
          enqueue({ type: 'spawnUpload', params: { target, fields: [] } });
          enqueue({ type: 'observe', params: ({ context }) => context.bySchema[target.schema] });
          enqueue.sendTo(({ context }) => context.bySchema[target.schema]!.actor, uploadEvent);
          if (message.type === 'completed')
            enqueue.raise({ type: 'records.stored', schema: target.schema, records: message.total });
        }),
      },
    ],
    'user.signedOut': {
      actions: [
        enqueueActions(({ enqueue, context }) => {
          for (const { actor } of Object.values(context.bySchema)) enqueue.stopChild(actor);
          enqueue.assign({ bySchema: {}, newRecords: {}, openedFile: null });
        }),
        'setGuard',
      ],
    },
  },
});
