/** Alerts, whatever raises them. */
import { Failure } from '#src/shared/failure.ts';

export const alertTypes = ['error', 'warning', 'info', 'success'] as const;
export type AlertType = (typeof alertTypes)[number];

export type Alert = {
  /** Identifies the alert for "Don't show again". */
  id: string;
  type: AlertType;
  /** The area that raised it: File, Database, API, User… */
  source: string;
  /** A text or a React element. */
  content: string | object;
  /** When it was raised, in milliseconds since 1970. */
  timestamp: number;
  /** Seconds until it is dismissed automatically; undefined: it stays. */
  duration?: number | undefined;
  /** Offers "Don't show again". */
  dontShowAgain?: boolean | undefined;
  /** How many times it was raised while it was shown. */
  times: number;
  /** The alert that was just muted, while muting can be undone. */
  hides?: Alert | undefined;
};

/** The input of `newAlert`, which fills in the rest. */
export type AlertInput = Pick<Alert, 'type' | 'source' | 'content' | 'duration'> &
  ({ dontShowAgain?: false; id?: string } | { dontShowAgain: true; id: string });

const isElement = (content: unknown) =>
  typeof content === 'object' && content !== null && '$$typeof' in content;

/**
 * Completes an alert.
 * @throws {Failure} `invalid` if the type is unknown, or the content is neither a text nor an element.
 */
export function newAlert(news: AlertInput, timestamp: number): Alert {
  if (!alertTypes.includes(news.type)) {
    throw new Failure(
      'invalid',
      `An alert is an error, a warning, an info or a success, not "${news.type}".`,
    );
  }
  if (typeof news.content !== 'string' && !isElement(news.content)) {
    throw new Failure('invalid', 'An alert says a text or shows an element.');
  }
  return { ...news, id: news.id ?? crypto.randomUUID(), timestamp, times: 1 };
}

/** Whether two alerts have the same type, source and content. */
export const isSameAlert = (a: Alert, b: Alert): boolean =>
  a.type === b.type && a.source === b.source && a.content === b.content;
