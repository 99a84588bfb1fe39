/** Effects of the alerts: the ids of muted alerts are in the local database. */
import { fromPromise, type ActorRefFrom } from 'xstate';
import { mutedAlerts } from '#src/shared/storage/mutedAlerts.ts';
import { newAlert, type AlertInput } from './types.ts';
import { alertsMachine } from './machine.ts';

export type AlertsActor = ActorRefFrom<typeof alertsMachine>;

export const createAlertsMachine = () =>
  alertsMachine.provide({ actors: { loadMutedIds: fromPromise(() => mutedAlerts.all()) } });

/** The commands of components and other effects. */
export const alertCommands = (alerts: AlertsActor) => ({
  /** Shows an alert. @throws {Failure} `invalid` as `newAlert` does. */
  raiseAlert: (input: AlertInput): void =>
    alerts.send({ type: 'alert.raised', alert: newAlert(input, Date.now()) }),

  /** Mutes an alert. It stays visible until this is stored, since the page may be closed right after. */
  muteAlert: async (id: string): Promise<void> => {
    await mutedAlerts.add(id);
    alerts.send({ type: 'alert.muted', id });
  },

  /** Unmutes one alert. */
  unmuteAlert: async (id: string): Promise<void> => {
    await mutedAlerts.remove([id]);
    alerts.send({ type: 'alert.unmuted', id });
  },

  /** Unmutes all alerts. */
  unmuteAlerts: async (): Promise<void> => {
    await mutedAlerts.remove(alerts.getSnapshot().context.muted);
    alerts.send({ type: 'alerts.unmuted' });
  },
});

export type RaiseAlert = ReturnType<typeof alertCommands>['raiseAlert'];
