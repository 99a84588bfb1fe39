/** Context, events and actors of the uploads of a page. `effects.ts` provides the actors. */
import { fromCallback, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Field } from '@cloakroom/contract/fields.ts';
import { unprovided } from '../unprovided.ts';
import type { TabProgress, UploadEvent } from '../upload/types.ts';
import type { uploadMachine } from '../upload/machine.ts';

export type UploadActor = ActorRefFrom<typeof uploadMachine>;
export type UploadState = SnapshotFrom<typeof uploadMachine>;

/** The target of an upload: the schema, its name on the screen, and the address of its records. */
export type UploadTarget = { schema: string; title: string; path: string };

/** The upload into one schema, of this or another tab. */
export type SchemaUpload = {
  target: UploadTarget;
  actor: UploadActor;
  state: UploadState;
  /** Empty until the schema's records page is opened in this tab. */
  fields: Field[];
  dialogOpen: boolean;
};

export type UploadsContext = {
  /** The uploads by the id of their schema. */
  bySchema: Readonly<Record<string, SchemaUpload>>;
  /** The number of new records by schema, until dismissed. */
  newRecords: Readonly<Record<string, number>>;
  /** An upload has stored records since the page was loaded. */
  anyStored: boolean;
  /** A file opened with the installed app, until the upload of the chosen schema takes it. */
  openedFile: { schema: string; file: File } | null;
};

/** A message between tabs of one user. Tabs of other builds may be open: if its keys change, effects.ts needs a new channel name. */
export type TabMessage =
  /** A new tab asks for the uploads of the others. */
  | { type: 'asked' }
  | { type: 'advanced'; target: UploadTarget; upload: TabProgress }
  | { type: 'completed'; target: UploadTarget; total: number; leftOut: number }
  | { type: 'failed'; target: UploadTarget; message: string }
  | { type: 'cancelled'; target: UploadTarget };

export type RecordsStored = { type: 'records.stored'; schema: string; records: number };

export type UploadsEvent =
  | { type: 'upload.requested'; target: UploadTarget; fields: Field[] }
  | { type: 'upload.changed'; schema: string; state: UploadState }
  | { type: 'dialog.opened'; schema: string }
  | { type: 'dialog.closed'; schema: string }
  | { type: 'file.opened'; schema: string; file: File }
  | { type: 'file.taken' }
  | RecordsStored
  | { type: 'records.dismissed'; schema: string }
  | { type: 'message.received'; message: TabMessage }
  | { type: 'user.signedOut' };

export const noUploads: UploadsContext = { bySchema: {}, newRecords: {}, anyStored: false, openedFile: null };

/** Reports messages of other tabs, and the end of the session. */
export const watch = fromCallback<UploadsEvent>(unprovided);

/** Converts a message of another tab to the event of an upload; null for `asked`. */
export function eventOf(message: TabMessage): UploadEvent | null {
  switch (message.type) {
    case 'advanced':
      return { type: 'otherTab.advanced', upload: message.upload };
    case 'completed':
      return { type: 'otherTab.completed', total: message.total, leftOut: message.leftOut };
    case 'failed':
      return { type: 'otherTab.failed', message: message.message };
    case 'cancelled':
      return { type: 'otherTab.cancelled' };
    default:
      return null;
  }
}
