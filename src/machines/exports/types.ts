/** Context, events and actors of the exports of a page. `effects.ts` provides the actors. */
import { fromCallback, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { exportMachine } from '../export/machine.ts';
import type { ExportTarget } from '../export/types.ts';
import { unprovided } from '../unprovided.ts';

export type ExportActor = ActorRefFrom<typeof exportMachine>;
export type ExportState = SnapshotFrom<typeof exportMachine>;

export type ExportsContext = {
  /** Oldest first. */
  exports: readonly ExportActor[];
};

export type ExportsEvent =
  | { type: 'export.requested'; target: ExportTarget }
  | { type: 'export.changed' }
  /** Cancels a running export, or dismisses an ended one. */
  | { type: 'export.dismissed'; id: string }
  | { type: 'user.signedOut' };

/** Reports the end of the session. */
export const watch = fromCallback<ExportsEvent>(unprovided);
