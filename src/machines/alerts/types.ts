/** The context of the alerts machine, and pure functions that update it. */
import { isSameAlert, type Alert } from './alert.ts';

export type AlertsContext = {
  shown: Alert[];
  /** All alerts since the user signed in, newest last. Errors are dropped last. */
  history: Alert[];
  /** How many alerts were added since the history was last opened. */
  unread: number;
  /** The ids that the user has muted. */
  muted: string[];
  /** Raised before the muted ids were loaded; may be muted. */
  waiting: Alert[];
  /** The pointer or the focus is on the alerts: timers are stopped. */
  held: boolean;
};

export const noAlerts: AlertsContext = {
  shown: [],
  history: [],
  unread: 0,
  muted: [],
  waiting: [],
  held: false,
};

/** Beyond it the oldest alert that is no error is dropped, else the oldest. */
const maxHistory = 200;
const undoSeconds = 10;

function trimmed(history: Alert[]): Alert[] {
  if (history.length <= maxHistory) return history;
  const mild = history.findIndex(({ type }) => type !== 'error');
  return history.toSpliced(Math.max(mild, 0), 1);
}

/** The alert on the screen with the same content. */
export const findDuplicate = ({ shown }: AlertsContext, alert: Alert): Alert | undefined =>
  shown.find((other) => isSameAlert(other, alert));

/** Adds an alert. A duplicate is counted, and keeps its id. */
export function raised(alerts: AlertsContext, alert: Alert): Partial<AlertsContext> {
  const twin = findDuplicate(alerts, alert);
  if (!twin)
    return {
      shown: [...alerts.shown, alert],
      history: trimmed([...alerts.history, alert]),
      unread: alerts.unread + 1,
    };
  const again = { ...twin, times: twin.times + 1, timestamp: alert.timestamp };
  const counted = (list: Alert[]) => list.map((other) => (other.id === twin.id ? again : other));
  return { shown: counted(alerts.shown), history: counted(alerts.history) };
}

export const dismissed = ({ shown, waiting }: AlertsContext, gone: string): Partial<AlertsContext> => ({
  shown: shown.filter(({ id }) => id !== gone),
  waiting: waiting.filter(({ id }) => id !== gone),
});

/** The id of the alert that offers to undo muting. */
export const undoNoteId = (id: string): string => `hides:${id}`;

/** The muted ids with some more. */
export const withMutedIds = ({ muted }: AlertsContext, ...ids: string[]): string[] => [
  ...new Set([...muted, ...ids]),
];

/** Mutes an alert, and shows one in its place that can undo it. */
export function muted(alerts: AlertsContext, id: string): Partial<AlertsContext> {
  const note = (hides: Alert): Alert => ({
    ...hides,
    id: undoNoteId(id),
    type: 'info',
    content: 'You won’t see this alert again.',
    duration: undoSeconds,
    dontShowAgain: false,
    times: 1,
    hides,
  });
  return {
    muted: withMutedIds(alerts, id),
    shown: alerts.shown.map((alert) => (alert.id === id ? note(alert) : alert)),
  };
}

/** Unmutes an alert, and shows it again in place of the offer to undo. */
export const unmuted = (alerts: AlertsContext, id: string): Partial<AlertsContext> => ({
  muted: alerts.muted.filter((other) => other !== id),
  shown: alerts.shown.map((alert) => (alert.id === undoNoteId(id) && alert.hides ? alert.hides : alert)),
});

/** Removes all alerts, or those of one source, from the screen but not from the history. */
export function cleared({ shown, waiting }: AlertsContext, source?: string): Partial<AlertsContext> {
  const left = (list: Alert[]) =>
    source === undefined ? [] : list.filter((alert) => alert.source !== source);
  return { shown: left(shown), waiting: left(waiting) };
}

/** Removes them from the screen and from the history. */
export const clearedFromHistory = (alerts: AlertsContext, source?: string): Partial<AlertsContext> => ({
  ...cleared(alerts, source),
  history: source === undefined ? [] : alerts.history.filter((alert) => alert.source !== source),
  unread: 0,
});
