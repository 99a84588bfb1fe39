/** The uploads of this visit, one for each schema: they live here, above dialogs and pages, and go on without them. */
import { createActor, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Field } from '#contract/fields.ts';
import { guardDoor } from '#src/lib/door.ts';
import { raiseAlert } from '#src/machines/alerts/wiring.ts';
import { inspect } from '#src/machines/inspection/trace.ts';
import { session } from '#src/machines/session/wiring.ts';
import type { Complaint } from '#src/machines/upload/carry.ts';
import type { uploadMachine } from '#src/machines/upload/machine.ts';
import { wiredUpload } from '#src/machines/upload/wiring.ts';

export type UploadActor = ActorRefFrom<typeof uploadMachine>;
export type UploadState = SnapshotFrom<typeof uploadMachine>;
type Told = {
  actor: UploadActor;
  fields: Field[];
  /** Somebody has the upload's dialog open. */
  watched: boolean;
};

const uploads = new Map<string, Told>();

/** Whether closing the page now would lose the file: until the proxy has all of it. */
const leaving = (state: UploadState) => state.matches('uploading') && state.context.phase !== 'storing';

const watchDoor = () => guardDoor([...uploads.values()].some(({ actor }) => leaving(actor.getSnapshot())));

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

function start(schema: string, fields: Field[], onCompleted: (schema: string) => void): Told {
  const machine = wiredUpload({
    fields: () => uploads.get(schema)?.fields ?? fields,
    complain: (complaint) => complainOf(schema, complaint),
    onStreamLost: streamLost,
  });
  const actor = createActor(machine, { input: { schema }, inspect });
  let before = actor.getSnapshot().value;
  actor.subscribe(({ value }) => {
    watchDoor();
    if (value === 'completed' && before !== 'completed') onCompleted(schema);
    before = value;
  });
  return { actor: actor.start(), fields, watched: false };
}

/**
 * The upload of a schema, started when first asked for.
 * @param onCompleted - told each time that records have been stored.
 */
export function uploadOf(
  schema: string,
  fields: Field[],
  onCompleted: (schema: string) => void,
): UploadActor {
  const told = uploads.get(schema) ?? start(schema, fields, onCompleted);
  uploads.set(schema, told);
  told.fields = fields;
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
  watchDoor();
}

/** Files are somebody's: with the person they go. */
session.subscribe((state) => {
  if (state.matches('signedOut') || state.matches('leaving') || state.matches('replaced')) endUploads();
});
