/** The uploads of this visit, one for each schema: they live here, above dialogs and pages, and go on without them. */
import { createActor, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Failure } from '#src/lib/failure.ts';
import { setBeforeUnloadGuard } from '#src/lib/beforeUnloadGuard.ts';
import { throttle } from '#src/lib/throttle.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { raiseAlert } from '#src/machines/alerts/effects.ts';
import { inspect } from '#src/machines/inspection/trace.ts';
import { session } from '#src/machines/session/effects.ts';
import type { Complaint, UploadEvent } from '#src/machines/upload/types.ts';
import type { uploadMachine } from '#src/machines/upload/machine.ts';
import { wiredUpload } from '#src/machines/upload/effects.ts';
import { newRecords } from './newRecords.ts';
import { hearTabs, tellTabs, type Goal, type Tidings } from './otherTabs.ts';

export type UploadActor = ActorRefFrom<typeof uploadMachine>;
export type UploadState = SnapshotFrom<typeof uploadMachine>;

/** An upload as it stands, wherever it is carried. */
export type Upload = { goal: Goal; actor: UploadActor; state: UploadState };
type Told = {
  goal: Goal;
  actor: UploadActor;
  /** Empty while the schema's records have not been looked at in this tab. */
  fields: Field[];
  /** Somebody has the upload's dialog open. */
  watched: boolean;
};

const uploads = new Map<string, Told>();
const listeners = createEmitter();
let shown: readonly Upload[] = [];
let tellStored: (schema: string, records: number) => void = () => undefined;

/** Say who is told each time that records have been stored, and of how many. */
export function whenStored(tell: (schema: string, records: number) => void): void {
  tellStored = tell;
}

/** Every upload of this visit that is under way or has ended, for a component to show. */
export const allUploads = {
  get: (): readonly Upload[] => shown,
  subscribe: listeners.subscribe,
};

function changed(): void {
  shown = [...uploads.values()]
    .map(({ goal, actor }) => ({ goal, actor, state: actor.getSnapshot() }))
    .filter(({ state }) => !state.matches('none'));
  listeners.emit();
}

/** Whether closing the page now would lose the file: until the proxy has all of it. */
const leaving = (state: UploadState) =>
  state.matches('uploading') && !['sealing', 'storing'].includes(state.context.phase);

const watchDoor = () =>
  setBeforeUnloadGuard([...uploads.values()].some(({ actor }) => leaving(actor.getSnapshot())));

const streamLost = () =>
  raiseAlert({
    type: 'error',
    source: 'WebSocket Connection',
    content: 'Failed to connect to job status stream',
  });

function complainOf(schema: string, { failure, fatal }: Complaint): void {
  if (fatal) raiseAlert({ type: 'error', source: 'API Error', content: `FATAL: ${failure.message}` });
  else if (!uploads.get(schema)?.watched)
    raiseAlert({
      type: 'error',
      source: 'File',
      content: `Failed to upload records from file. ${failure.message}`,
    });
}

const tooLate = ({ title }: Goal, failure: Failure) =>
  raiseAlert({
    type: 'warning',
    source: 'File',
    content: `The upload to ${title} goes on: it could not be cancelled. ${failure.message}`,
  });

const tellProgress = ({ goal, actor }: Told) => {
  const { name, job, phase, processed, total, sent, size, rate, stalled } = actor.getSnapshot().context;
  const upload = { name, job, phase, processed, total, sent, size, rate, stalled };
  tellTabs({ type: 'advanced', goal, upload });
};

/** What the other tabs are told when an upload of this one has ended; null for one that is another tab's after all. */
function endOf(goal: Goal, { value, context }: UploadState): Tidings | null {
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

function start(goal: Goal, fields: Field[]): Told {
  const { schema } = goal;
  const machine = wiredUpload({
    fields: () => uploads.get(schema)?.fields ?? fields,
    complain: (complaint) => complainOf(schema, complaint),
    onStreamLost: streamLost,
    onTooLate: (failure) => tooLate(goal, failure),
  });
  const told: Told = {
    goal,
    actor: createActor(machine, { input: { schema }, inspect }),
    fields,
    watched: false,
  };
  const progress = throttle(() => tellProgress(told));
  // Watched from after its start: that it begins is no news, and comes while a page is being drawn.
  told.actor.start();
  let before = told.actor.getSnapshot();
  told.actor.subscribe((now) => {
    watchDoor();
    const own = before.matches('uploading');
    const { job, phase, total, stalled } = now.context;
    // With a job it can be taken over: that must be known before anything else happens.
    const turn =
      job !== before.context.job || phase !== before.context.phase || stalled !== before.context.stalled;
    if (now.matches('uploading') && turn) tellProgress(told);
    // Before the first figure it isn't clear yet whether the upload is this tab's.
    else if (now.matches('uploading') && total > 0) progress();
    const end = own && !now.matches('uploading') ? endOf(goal, now) : null;
    if (end) tellTabs(end);
    if (own && now.matches('completed')) tellStored(schema, now.context.total);
    before = now;
    changed();
  });
  uploads.set(schema, told);
  return told;
}

/** The upload into a schema, started when first asked for. */
export function uploadOf(goal: Goal, fields: Field[]): UploadActor {
  const told = uploads.get(goal.schema) ?? start(goal, fields);
  if (fields.length > 0) told.fields = fields;
  return told.actor;
}

/** Say that the upload's dialog is open; what is returned says that it is closed. */
export function watchUpload(schema: string): () => void {
  const say = (watched: boolean) => {
    const told = uploads.get(schema);
    if (told) told.watched = watched;
  };
  say(true);
  return () => say(false);
}

/** Stop and forget all of them. */
export function endUploads(): void {
  for (const { actor } of uploads.values()) actor.stop();
  uploads.clear();
  newRecords.forget();
  watchDoor();
  changed();
}

/** Files are somebody's: with the person they go. */
session.subscribe((state) => {
  if (state.matches('leaving') || state.hasTag('over')) endUploads();
});

/** What another tab's tidings are to an upload; null when they are a question. */
function eventOf(tidings: Tidings): UploadEvent | null {
  switch (tidings.type) {
    case 'advanced':
      return { type: 'elsewhere.advanced', upload: tidings.upload };
    case 'completed':
      return { type: 'elsewhere.completed', total: tidings.total, leftOut: tidings.leftOut };
    case 'failed':
      return { type: 'elsewhere.failed', message: tidings.message };
    case 'cancelled':
      return { type: 'elsewhere.cancelled' };
    default:
      return null;
  }
}

hearTabs((tidings) => {
  const event = eventOf(tidings);
  if (event && 'goal' in tidings) uploadOf(tidings.goal, []).send(event);
  if (tidings.type === 'completed') tellStored(tidings.goal.schema, tidings.total);
  if (tidings.type !== 'asked') return;
  for (const told of uploads.values()) if (told.actor.getSnapshot().matches('uploading')) tellProgress(told);
});
