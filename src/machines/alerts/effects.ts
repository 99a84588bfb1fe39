/** Effects of the alerts: the ids not to show are in the local database. */
import { fromPromise, type ActorRefFrom } from 'xstate';
import { dontShow } from '#src/shared/storage/dontShow.ts';
import { newAlert, type AlertInput } from './alert.ts';
import { alertsMachine } from './machine.ts';

export type AlertsActor = ActorRefFrom<typeof alertsMachine>;

export const createAlertsMachine = () =>
  alertsMachine.provide({ actors: { recall: fromPromise(() => dontShow.all()) } });

/** What components and other effects do with the alerts of a page. */
export const alertCommands = (alerts: AlertsActor) => ({
  /** Shows an alert, on whichever page. @throws {Failure} `invalid` as `newAlert` does. */
  raiseAlert: (news: AlertInput): void =>
    alerts.send({ type: 'alert.raised', alert: newAlert(news, Date.now()) }),

  /** Hides an alert for good. It stands until that is stored: a person who sees it go can close the page. */
  muteAlert: async (id: string): Promise<void> => {
    await dontShow.add(id);
    alerts.send({ type: 'alert.muted', id });
  },

  /** Takes a muting back. */
  unmuteAlert: async (id: string): Promise<void> => {
    await dontShow.remove([id]);
    alerts.send({ type: 'alert.unmuted', id });
  },

  /** Takes every muting back. */
  unmuteAlerts: async (): Promise<void> => {
    await dontShow.remove(alerts.getSnapshot().context.muted);
    alerts.send({ type: 'alerts.unmuted' });
  },
});

export type AlertCommands = ReturnType<typeof alertCommands>;
export type RaiseAlert = AlertCommands['raiseAlert'];
