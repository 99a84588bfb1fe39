/** What the alerts machine knows, and how each piece of news changes it: plain functions from one knowledge to the next. */
import { isSameAlert, type Alert } from './alert.ts';

export type AlertsContext = {
  shown: Alert[];
  /** Everything that was raised since the person arrived, the newest last; errors are the last to go. */
  history: Alert[];
  /** How much of the history came since it was last looked at. */
  unread: number;
  /** Ids that the person doesn't want to see again. */
  muted: string[];
  /** Came before those ids were known, and may be among them. */
  waiting: Alert[];
  /** Somebody is reading: nothing goes by itself meanwhile. */
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

/** The history's length; beyond it the oldest goes that is no error, else the oldest. */
const most = 200;
/** Seconds for changing one's mind. */
const regret = 10;

function trimmed(history: Alert[]): Alert[] {
  if (history.length <= most) return history;
  const mild = history.findIndex(({ type }) => type !== 'error');
  return history.toSpliced(Math.max(mild, 0), 1);
}

/** The alert on the screen that says the same. */
export const findDuplicate = ({ shown }: AlertsContext, alert: Alert): Alert | undefined =>
  shown.find((other) => isSameAlert(other, alert));

/** A new alert; one that is shown already counts once more, and keeps its id. */
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

/** The name of the note that offers to take a muting back. */
export const undoNoteId = (id: string): string => `hides:${id}`;

/** The ids that are hidden, and these. */
export const withMutedIds = ({ muted }: AlertsContext, ...ids: string[]): string[] => [
  ...new Set([...muted, ...ids]),
];

/** Hidden for good; for a moment a note in its place can take that back. */
export function muted(alerts: AlertsContext, id: string): Partial<AlertsContext> {
  const note = (hides: Alert): Alert => ({
    ...hides,
    id: undoNoteId(id),
    type: 'info',
    content: 'You won’t see this alert again.',
    duration: regret,
    dontShowAgain: false,
    times: 1,
    hides,
  });
  return {
    muted: withMutedIds(alerts, id),
    shown: alerts.shown.map((alert) => (alert.id === id ? note(alert) : alert)),
  };
}

/** Shown again after all, the note's place included. */
export const unmuted = (alerts: AlertsContext, id: string): Partial<AlertsContext> => ({
  muted: alerts.muted.filter((other) => other !== id),
  shown: alerts.shown.map((alert) => (alert.id === undoNoteId(id) && alert.hides ? alert.hides : alert)),
});

/** Off the screen: all of them, or those of one source. The history keeps them. */
export function cleared({ shown, waiting }: AlertsContext, source?: string): Partial<AlertsContext> {
  const left = (list: Alert[]) =>
    source === undefined ? [] : list.filter((alert) => alert.source !== source);
  return { shown: left(shown), waiting: left(waiting) };
}

/** Off the screen and out of the history. */
export const clearedFromHistory = (alerts: AlertsContext, source?: string): Partial<AlertsContext> => ({
  ...cleared(alerts, source),
  history: source === undefined ? [] : alerts.history.filter((alert) => alert.source !== source),
  unread: 0,
});
