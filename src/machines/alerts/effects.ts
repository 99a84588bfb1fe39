/** Effects of the alerts: the ids of muted alerts are in the local database. */
import { fromPromise, type ActorRefFrom } from 'xstate';
import { dontShow } from '#src/shared/storage/dontShow.ts';
import { newAlert, type AlertInput } from './alert.ts';
import { alertsMachine } from './machine.ts';

export type AlertsActor = ActorRefFrom<typeof alertsMachine>;

export const createAlertsMachine = () =>
  alertsMachine.provide({ actors: { recall: fromPromise(() => dontShow.all()) } });

/** The commands of components and other effects. */
export const alertCommands = (alerts: AlertsActor) => ({
  /** Shows an alert. @throws {Failure} `invalid` as `newAlert` does. */
  raiseAlert: (news: AlertInput): void =>
    alerts.send({ type: 'alert.raised', alert: newAlert(news, Date.now()) }),

  /** Mutes an alert. It stays visible until this is stored, since the page may be closed right after. */
  muteAlert: async (id: string): Promise<void> => {
    await dontShow.add(id);
    alerts.send({ type: 'alert.muted', id });
  },

  /** Unmutes one alert. */
  unmuteAlert: async (id: string): Promise<void> => {
    await dontShow.remove([id]);
    alerts.send({ type: 'alert.unmuted', id });
  },

  /** Unmutes all alerts. */
  unmuteAlerts: async (): Promise<void> => {
    await dontShow.remove(alerts.getSnapshot().context.muted);
    alerts.send({ type: 'alerts.unmuted' });
  },
});

export type AlertCommands = ReturnType<typeof alertCommands>;
export type RaiseAlert = AlertCommands['raiseAlert'];
