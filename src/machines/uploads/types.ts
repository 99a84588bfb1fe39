/** Context, events and actors of all uploads of a visit. `effects.ts` provides the actors. */
import { fromCallback, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Field } from '@cloakroom/contract/fields.ts';
import { Failure } from '#src/shared/failure.ts';
import type { TabProgress, UploadEvent } from '../upload/types.ts';
import type { uploadMachine } from '../upload/machine.ts';

export type UploadActor = ActorRefFrom<typeof uploadMachine>;
export type UploadState = SnapshotFrom<typeof uploadMachine>;

/** The target of an upload: the schema, its name on the screen, and the address of its records. */
export type UploadTarget = { schema: string; title: string; path: string };

/** The upload into one schema, whichever tab carries it. */
export type SchemaUpload = {
  goal: UploadTarget;
  actor: UploadActor;
  state: UploadState;
  /** Empty while the schema's records have not been opened in this tab. */
  fields: Field[];
  /** The upload's dialog is open. */
  dialogOpen: boolean;
};

export type UploadsContext = {
  /** By the schema's id. */
  bySchema: Readonly<Record<string, SchemaUpload>>;
  /** How many records have come into each schema in this visit and have not been dismissed. */
  newRecords: Readonly<Record<string, number>>;
  /** An upload of this visit has stored records. */
  anyStored: boolean;
  /** A file on its way from the page where it was opened to the upload of the schema that was chosen for it. */
  openedFile: { schema: string; file: File } | null;
};

/** What tabs of one person tell each other about their uploads. */
export type TabMessage =
  /** A tab has just been opened, and asks which uploads there are. */
  | { type: 'asked' }
  | { type: 'advanced'; goal: UploadTarget; upload: TabProgress }
  | { type: 'completed'; goal: UploadTarget; total: number; leftOut: number }
  | { type: 'failed'; goal: UploadTarget; message: string }
  | { type: 'cancelled'; goal: UploadTarget };

export type RecordsStored = { type: 'records.stored'; schema: string; records: number };

export type UploadsEvent =
  | { type: 'upload.wanted'; goal: UploadTarget; fields: Field[] }
  | { type: 'upload.changed'; schema: string; state: UploadState }
  | { type: 'dialog.opened'; schema: string }
  | { type: 'dialog.closed'; schema: string }
  | { type: 'file.opened'; schema: string; file: File }
  | { type: 'file.taken' }
  | RecordsStored
  | { type: 'records.dismissed'; schema: string }
  | { type: 'message.received'; message: TabMessage }
  | { type: 'person.left' };

export const noUploads: UploadsContext = { bySchema: {}, newRecords: {}, anyStored: false, openedFile: null };

/** Reports messages of other tabs, and the end of the session. */
export const watch = fromCallback<UploadsEvent>(() => {
  throw new Failure('unexpected', 'The uploads machine was started without its effects.');
});

/** The event of an upload that another tab's message amounts to; null for a question. */
export function eventOf(message: TabMessage): UploadEvent | null {
  switch (message.type) {
    case 'advanced':
      return { type: 'elsewhere.advanced', upload: message.upload };
    case 'completed':
      return { type: 'elsewhere.completed', total: message.total, leftOut: message.leftOut };
    case 'failed':
      return { type: 'elsewhere.failed', message: message.message };
    case 'cancelled':
      return { type: 'elsewhere.cancelled' };
    default:
      return null;
  }
}
