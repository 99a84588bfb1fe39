/** Effects of the uploads: the other tabs, the alerts, and the `beforeunload` guard. */
import { fromCallback, type ActorRefFrom } from 'xstate';
import type { PersistStorage } from '#src/shared/storage/persistStorage.ts';
import type { BeforeUnloadGuard } from '#src/shared/tabs/beforeUnloadGuard.ts';
import { openChannel } from '#src/shared/tabs/channel.ts';
import { throttle } from '#src/shared/throttle.ts';
import { alertCommands, type AlertsActor } from '../alerts/effects.ts';
import type { SessionActor } from '../session/effects.ts';
import { createUploadMachine } from '../upload/effects.ts';
import type { ActorSystem } from '../upload/types.ts';
import type { AlertInput } from '../alerts/types.ts';
import type { SchemaUpload, TabMessage, UploadsEvent, UploadState } from './types.ts';
import { uploadsMachine } from './machine.ts';

export type UploadsActor = ActorRefFrom<typeof uploadsMachine>;

/** A message to tabs of the same user. */
type ChannelMessage = { user: string | undefined; message: TabMessage };

/** Whether closing the page now would lose the file: true until the proxy has all of it. */
const wouldBeLost = (state: UploadState) =>
  state.matches('uploading') && !['sealing', 'storing'].includes(state.context.phase);

/** The message about an ended upload of this tab; null if another tab has taken it over. */
function endMessage({ target }: SchemaUpload, { value, context }: UploadState): TabMessage | null {
  switch (value) {
    case 'completed':
      return { type: 'completed', target, total: context.total, leftOut: context.leftOut };
    case 'terminated':
      return { type: 'failed', target, message: context.failure?.message ?? '' };
    case 'none':
      return { type: 'cancelled', target };
    default:
      return null;
  }
}

const uploadsIn = (system: ActorSystem) => system.get('uploads') as UploadsActor;
const uploadIn = (system: ActorSystem, schema: string): SchemaUpload | undefined =>
  uploadsIn(system).getSnapshot().context.bySchema[schema];
const raiseAlertIn = (system: ActorSystem, alert: AlertInput) =>
  alertCommands(system.get('alerts') as AlertsActor).raiseAlert(alert);

const failureAlertId = (schema: string) => `failed upload ${schema}`;

/** Creates the machine of one upload, with its alerts. */
const uploadMachineOf = (persistStorage: PersistStorage) =>
  createUploadMachine({
    persistStorage,
    fields: (system, schema) => uploadIn(system, schema)?.fields ?? [],
    // Other failures are shown by the dialog, and without it by the tray.
    reportFailure(system, schema, { failure, fatal }) {
      if (!fatal) return;
      const content = `FATAL: ${failure.message}`;
      raiseAlertIn(system, { id: failureAlertId(schema), type: 'error', source: 'API Error', content });
    },
    withdrawFailure: (system, schema) =>
      (system.get('alerts') as AlertsActor).send({ type: 'alert.dismissed', id: failureAlertId(schema) }),
    onStreamLost: (system) =>
      raiseAlertIn(system, {
        type: 'error',
        source: 'WebSocket Connection',
        content: 'Failed to connect to job status stream',
      }),
    onCancelFailed: (system, schema, failure) =>
      raiseAlertIn(system, {
        type: 'warning',
        source: 'File',
        content: `The upload to ${uploadIn(system, schema)?.target.title ?? schema} continues: it could not be cancelled. ${failure.message}`,
      }),
  });

/** Creates the uploads machine of one page with its effects. @param guard - set while leaving the page would lose a file. */
export function createUploadsMachine(persistStorage: PersistStorage, guard: BeforeUnloadGuard) {
  const channel = openChannel('upload-progress');
  const userIn = (system: ActorSystem) =>
    (system.get('session') as SessionActor).getSnapshot().context.user?.id;
  const post = (system: ActorSystem, message: TabMessage) => {
    const data: ChannelMessage = { user: userIn(system), message };
    channel.postMessage(data);
  };
  const postProgress = (system: ActorSystem, { target, actor }: SchemaUpload) => {
    const { name, job, phase, processed, total, sent, size, rate, stalled } = actor.getSnapshot().context;
    const upload = { name, job, phase, processed, total, sent, size, rate, stalled };
    post(system, { type: 'advanced', target, upload });
  };
  const observed = new WeakSet<SchemaUpload['actor']>();
  const throttledPosts = new WeakMap<SchemaUpload['actor'], () => void>();
  const postThrottled = (system: ActorSystem, upload: SchemaUpload) => {
    const postUpload = throttledPosts.get(upload.actor) ?? throttle(() => postProgress(system, upload));
    throttledPosts.set(upload.actor, postUpload);
    postUpload();
  };

  return uploadsMachine.provide({
    actors: {
      upload: uploadMachineOf(persistStorage),
      watch: fromCallback<UploadsEvent>(({ sendBack, system }) => {
        const session = system.get('session') as SessionActor;
        let askedFor: string | undefined;
        // Tabs answer only tabs of the same user, so the user has to be known before asking.
        const requestUploads = () => {
          const user = userIn(system);
          if (user !== undefined && user !== askedFor) post(system, { type: 'asked' });
          askedFor = user;
        };
        const subscription = session.subscribe((state) => {
          requestUploads();
          // The uploads belong to the user, and end with the session.
          if (state.matches('signingOut') || state.hasTag('ended')) sendBack({ type: 'user.signedOut' });
        });
        const onMessage = ({ data: { user, message } }: MessageEvent<ChannelMessage>) => {
          if (user === userIn(system)) sendBack({ type: 'message.received', message });
        };
        channel.addEventListener('message', onMessage);
        requestUploads();
        return () => {
          subscription.unsubscribe();
          channel.removeEventListener('message', onMessage);
          guard.set('upload', false);
        };
      }),
    },
    actions: {
      observe: ({ self }, upload) => {
        if (!upload || observed.has(upload.actor)) return;
        const { actor, target } = upload;
        observed.add(actor);
        actor.subscribe((state) => self.send({ type: 'upload.changed', schema: target.schema, state }));
      },
      postChange: ({ self, system }, { upload, state }) => {
        if (!upload) return;
        const { state: before } = upload;
        const wasUploading = before.matches('uploading');
        const { job, phase, total, stalled } = state.context;
        // Posted at once: other tabs can take an upload over only if they know its job.
        const isStep =
          job !== before.context.job || phase !== before.context.phase || stalled !== before.context.stalled;
        if (state.matches('uploading') && isStep) postProgress(system, upload);
        // Before there is any progress, another tab may turn out to have the lock.
        else if (state.matches('uploading') && total > 0) postThrottled(system, upload);
        const end = wasUploading && !state.matches('uploading') ? endMessage(upload, state) : null;
        if (end) post(system, end);
        if (wasUploading && state.matches('completed'))
          self.send({ type: 'records.stored', schema: upload.target.schema, records: state.context.total });
      },
      postAll: ({ context, system }) => {
        for (const upload of Object.values(context.bySchema))
          if (upload.actor.getSnapshot().matches('uploading')) postProgress(system, upload);
      },
      setGuard: ({ context }) =>
        guard.set(
          'upload',
          Object.values(context.bySchema).some(({ state }) => wouldBeLost(state)),
        ),
    },
  });
}
