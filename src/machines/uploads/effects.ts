/** Effects of the uploads: the other tabs, the alerts, and the `beforeunload` guard. */
import { fromCallback, type ActorRefFrom } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import type { PersistStorage } from '#src/shared/storage/durable.ts';
import type { BeforeUnloadGuard } from '#src/shared/tabs/beforeUnloadGuard.ts';
import { openChannel } from '#src/shared/tabs/channel.ts';
import { throttle } from '#src/shared/throttle.ts';
import { alertCommands, type AlertsActor } from '../alerts/effects.ts';
import type { SessionActor } from '../session/effects.ts';
import { createUploadMachine } from '../upload/effects.ts';
import type { ActorSystem } from '../upload/types.ts';
import type { SchemaUpload, TabMessage, UploadsEvent, UploadState } from './types.ts';
import { uploadsMachine } from './machine.ts';

export type UploadsActor = ActorRefFrom<typeof uploadsMachine>;

/** A message to tabs of the same user. The name of its key is part of the protocol with open tabs of earlier builds. */
type Addressed = { user: string | undefined; tidings: TabMessage };

/** Whether closing the page now would lose the file: until the proxy has all of it. */
const wouldBeLost = (state: UploadState) =>
  state.matches('uploading') && !['sealing', 'storing'].includes(state.context.phase);

/** The message about an ended upload of this tab; null if another tab has taken it over. */
function endOf({ goal }: SchemaUpload, { value, context }: UploadState): TabMessage | null {
  switch (value) {
    case 'completed':
      return { type: 'completed', goal, total: context.total, leftOut: context.leftOut };
    case 'terminated':
      return { type: 'failed', goal, message: context.failure?.message ?? '' };
    case 'none':
      return { type: 'cancelled', goal };
    default:
      return null;
  }
}

const uploadsIn = (system: ActorSystem) => system.get('uploads') as UploadsActor;
const uploadIn = (system: ActorSystem, schema: string): SchemaUpload | undefined =>
  uploadsIn(system).getSnapshot().context.bySchema[schema];
const raiserIn = (system: ActorSystem) => alertCommands(system.get('alerts') as AlertsActor).raiseAlert;

/** Creates the machine of one upload, with its alerts. */
const wiredSchemaUpload = (keepStorage: PersistStorage) =>
  createUploadMachine({
    keepStorage,
    fields: (system, schema) => uploadIn(system, schema)?.fields ?? [],
    complain(system, schema, { failure, fatal }) {
      const raiseAlert = raiserIn(system);
      if (fatal) raiseAlert({ type: 'error', source: 'API Error', content: `FATAL: ${failure.message}` });
      else if (!uploadIn(system, schema)?.dialogOpen)
        raiseAlert({
          type: 'error',
          source: 'File',
          content: `Failed to upload records from file. ${failure.message}`,
        });
    },
    onStreamLost: (system) =>
      raiserIn(system)({
        type: 'error',
        source: 'WebSocket Connection',
        content: 'Failed to connect to job status stream',
      }),
    onTooLate: (system, schema, failure: Failure) =>
      raiserIn(system)({
        type: 'warning',
        source: 'File',
        content: `The upload to ${uploadIn(system, schema)?.goal.title ?? schema} goes on: it could not be cancelled. ${failure.message}`,
      }),
  });

/** Creates the uploads machine of one page with its effects. @param guard - set while leaving the page would lose a file. */
export function createUploadsMachine(keepStorage: PersistStorage, guard: BeforeUnloadGuard) {
  const channel = openChannel('uploads');
  const userIn = (system: ActorSystem) =>
    (system.get('session') as SessionActor).getSnapshot().context.user?.id;
  const post = (system: ActorSystem, message: TabMessage) => {
    const addressed: Addressed = { user: userIn(system), tidings: message };
    channel.postMessage(addressed);
  };
  const postProgress = (system: ActorSystem, { goal, actor }: SchemaUpload) => {
    const { name, job, phase, processed, total, sent, size, rate, stalled } = actor.getSnapshot().context;
    const upload = { name, job, phase, processed, total, sent, size, rate, stalled };
    post(system, { type: 'advanced', goal, upload });
  };
  const followed = new WeakSet<SchemaUpload['actor']>();
  const postSomeProgress = new WeakMap<SchemaUpload['actor'], () => void>();
  const throttledProgress = (system: ActorSystem, upload: SchemaUpload) => {
    const known = postSomeProgress.get(upload.actor) ?? throttle(() => postProgress(system, upload));
    postSomeProgress.set(upload.actor, known);
    known();
  };

  return uploadsMachine.provide({
    actors: {
      upload: wiredSchemaUpload(keepStorage),
      watch: fromCallback<UploadsEvent>(({ sendBack, system }) => {
        const session = system.get('session') as SessionActor;
        let asked: string | undefined;
        // Tabs answer only tabs of the same user, so the user has to be known before asking.
        const ask = () => {
          const user = userIn(system);
          if (user !== undefined && user !== asked) post(system, { type: 'asked' });
          asked = user;
        };
        const watching = session.subscribe((state) => {
          ask();
          // The uploads belong to the user.
          if (state.matches('leaving') || state.hasTag('over')) sendBack({ type: 'person.left' });
        });
        const onMessage = ({ data: { user, tidings: message } }: MessageEvent<Addressed>) => {
          if (user === userIn(system)) sendBack({ type: 'message.received', message });
        };
        channel.addEventListener('message', onMessage);
        ask();
        return () => {
          watching.unsubscribe();
          channel.removeEventListener('message', onMessage);
          guard.set(false);
        };
      }),
    },
    actions: {
      follow: ({ self }, upload) => {
        if (!upload || followed.has(upload.actor)) return;
        const { actor, goal } = upload;
        followed.add(actor);
        actor.subscribe((state) => self.send({ type: 'upload.changed', schema: goal.schema, state }));
      },
      report: ({ self, system }, { upload, state }) => {
        if (!upload) return;
        const { state: before } = upload;
        const own = before.matches('uploading');
        const { job, phase, total, stalled } = state.context;
        // Posted at once: other tabs can take an upload over only if they know its job.
        const turn =
          job !== before.context.job || phase !== before.context.phase || stalled !== before.context.stalled;
        if (state.matches('uploading') && turn) postProgress(system, upload);
        // Before the first figure another tab may still turn out to have the lock.
        else if (state.matches('uploading') && total > 0) throttledProgress(system, upload);
        const end = own && !state.matches('uploading') ? endOf(upload, state) : null;
        if (end) post(system, end);
        if (own && state.matches('completed'))
          self.send({ type: 'records.stored', schema: upload.goal.schema, records: state.context.total });
      },
      answer: ({ context, system }) => {
        for (const upload of Object.values(context.bySchema))
          if (upload.actor.getSnapshot().matches('uploading')) postProgress(system, upload);
      },
      guardPage: ({ context }) =>
        guard.set(Object.values(context.bySchema).some(({ state }) => wouldBeLost(state))),
    },
  });
}
