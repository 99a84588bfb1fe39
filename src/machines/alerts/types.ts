/** Alerts, the context of the alerts machine, and pure functions that update it. */
import { fromPromise } from 'xstate';
import { Failure } from '#src/shared/failure.ts';
import { unprovided } from '../unprovided.ts';

export const alertTypes = ['error', 'warning', 'info', 'success'] as const;
type AlertType = (typeof alertTypes)[number];

export type Alert = {
  /** Identifies the alert for "Don't show again". */
  id: string;
  type: AlertType;
  /** The area that raised it: File, Database, API, User… */
  source: string;
  /** A string or a React element. */
  content: string | object;
  /** When it was raised, in milliseconds since 1970. */
  timestamp: number;
  /** Seconds until it is dismissed automatically; undefined if it stays. */
  duration?: number | undefined;
  /** Offers "Don't show again". */
  dontShowAgain?: boolean | undefined;
  /** How many times it was raised while it was shown. */
  times: number;
  /** A command that is offered while the alert is on the screen. */
  action?: { label: string; run: () => void } | undefined;
  /** The alert that was just muted, while muting can be undone. */
  undoes?: Alert | undefined;
};

/** The input of `newAlert`, which fills in the rest. */
export type AlertInput = Pick<Alert, 'type' | 'source' | 'content' | 'duration' | 'action'> &
  ({ dontShowAgain?: false; id?: string } | { dontShowAgain: true; id: string });

const isElement = (content: unknown) =>
  typeof content === 'object' && content !== null && '$$typeof' in content;

/**
 * Completes an alert.
 * @throws {Failure} `invalid` if the type is unknown, or the content is neither a string nor an element.
 */
export function newAlert(input: AlertInput, timestamp: number): Alert {
  if (!alertTypes.includes(input.type)) {
    throw new Failure(
      'invalid',
      `An alert is an error, a warning, an info or a success, not "${input.type}".`,
    );
  }
  if (typeof input.content !== 'string' && !isElement(input.content)) {
    throw new Failure('invalid', 'The content of an alert has to be a string or an element.');
  }
  return { ...input, id: input.id ?? crypto.randomUUID(), timestamp, times: 1 };
}

/** Whether two alerts have the same type, source, content and command. */
const isSameAlert = (a: Alert, b: Alert): boolean =>
  a.type === b.type && a.source === b.source && a.content === b.content && a.action === b.action;

export type AlertsContext = {
  shown: Alert[];
  /** All alerts since the user signed in, newest last. Errors are dropped last. */
  history: Alert[];
  /** How many alerts were added since the history was last opened. */
  unread: number;
  /** The ids that the user has muted. */
  muted: string[];
  /** Alerts that were raised before the muted ids were loaded, and that may be muted. */
  pending: Alert[];
  /** The pointer or the focus is on the alerts: timers are stopped. */
  paused: boolean;
};

export type AlertsEvent =
  | { type: 'alert.raised'; alert: Alert }
  | { type: 'alert.dismissed'; id: string }
  /** The muted id is stored. */
  | { type: 'alert.muted'; id: string }
  /** The muted id is deleted. */
  | { type: 'alert.unmuted'; id: string }
  /** All muted ids are deleted. */
  | { type: 'alerts.unmuted' }
  /** Removes all alerts, or those of one source, from the screen. */
  | { type: 'alerts.cleared'; source?: string }
  /** Removes them from the history too. */
  | { type: 'history.cleared'; source?: string }
  | { type: 'history.read' }
  | { type: 'timers.paused' }
  | { type: 'timers.resumed' }
  /** A user has signed in: the muted ids have to be loaded. */
  | { type: 'user.signedIn' }
  /** The user has left: removes all alerts. */
  | { type: 'user.signedOut' };

/** Loads the muted ids. */
export const loadMutedIds = fromPromise<string[]>(unprovided);

export const noAlerts: AlertsContext = {
  shown: [],
  history: [],
  unread: 0,
  muted: [],
  pending: [],
  paused: false,
};

/** Beyond this limit, the oldest alert that is not an error is dropped; if all are errors, the oldest. */
const maxHistory = 200;
const undoSeconds = 10;

function trimmed(history: Alert[]): Alert[] {
  if (history.length <= maxHistory) return history;
  const oldest = history.findIndex(({ type }) => type !== 'error');
  return history.toSpliced(Math.max(oldest, 0), 1);
}

/** The alert on the screen with the same content. */
export const findDuplicate = ({ shown }: AlertsContext, alert: Alert): Alert | undefined =>
  shown.find((other) => isSameAlert(other, alert));

/** Adds an alert. A duplicate is counted, and keeps its id. */
export function raised(alerts: AlertsContext, alert: Alert): Partial<AlertsContext> {
  const duplicate = findDuplicate(alerts, alert);
  if (!duplicate)
    return {
      shown: [...alerts.shown, alert],
      history: trimmed([...alerts.history, alert]),
      unread: alerts.unread + 1,
    };
  const repeated = { ...duplicate, times: duplicate.times + 1, timestamp: alert.timestamp };
  const withRepeated = (list: Alert[]) => list.map((other) => (other.id === duplicate.id ? repeated : other));
  return { shown: withRepeated(alerts.shown), history: withRepeated(alerts.history) };
}

export const dismissed = (
  { shown, pending }: AlertsContext,
  dismissedId: string,
): Partial<AlertsContext> => ({
  shown: shown.filter(({ id }) => id !== dismissedId),
  pending: pending.filter(({ id }) => id !== dismissedId),
});

/** The id of the alert that offers to undo muting. */
export const undoAlertId = (id: string): string => `undo:${id}`;

/** The muted ids, with some added. */
export const withMutedIds = ({ muted }: AlertsContext, ...ids: string[]): string[] => [
  ...new Set([...muted, ...ids]),
];

/** Mutes an alert, and shows an alert in its place that can undo that. */
export function muted(alerts: AlertsContext, id: string): Partial<AlertsContext> {
  const undoAlert = (alert: Alert): Alert => ({
    ...alert,
    id: undoAlertId(id),
    type: 'info',
    content: 'You won’t see this alert again.',
    duration: undoSeconds,
    dontShowAgain: false,
    times: 1,
    undoes: alert,
  });
  return {
    muted: withMutedIds(alerts, id),
    shown: alerts.shown.map((alert) => (alert.id === id ? undoAlert(alert) : alert)),
  };
}

/** Unmutes an alert, and shows it again in place of the offer to undo. */
export const unmuted = (alerts: AlertsContext, id: string): Partial<AlertsContext> => ({
  muted: alerts.muted.filter((other) => other !== id),
  shown: alerts.shown.map((alert) => (alert.id === undoAlertId(id) && alert.undoes ? alert.undoes : alert)),
});

/** Removes all alerts, or those of one source, from the screen but not from the history. */
export function cleared({ shown, pending }: AlertsContext, source?: string): Partial<AlertsContext> {
  const remaining = (list: Alert[]) =>
    source === undefined ? [] : list.filter((alert) => alert.source !== source);
  return { shown: remaining(shown), pending: remaining(pending) };
}

/** Removes them from the screen and from the history. */
export const clearedFromHistory = (alerts: AlertsContext, source?: string): Partial<AlertsContext> => ({
  ...cleared(alerts, source),
  history: source === undefined ? [] : alerts.history.filter((alert) => alert.source !== source),
  unread: 0,
});
