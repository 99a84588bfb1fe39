/** What an alert is, wherever it comes from. */
import { Failure } from '#src/shared/failure.ts';

export const alertTypes = ['error', 'warning', 'info', 'success'] as const;
export type AlertType = (typeof alertTypes)[number];

export type Alert = {
  /** Names the alert; the same id means the same news to "Don't show again". */
  id: string;
  type: AlertType;
  /** Where it comes from: File, Database, API, User… */
  source: string;
  /** A text, or an element made by our own code. */
  content: string | object;
  /** When it was raised, in milliseconds. */
  timestamp: number;
  /** Seconds until it goes by itself; it stays when there are none. */
  duration?: number | undefined;
  /** Offers "Don't show again". */
  dontShowAgain?: boolean | undefined;
  /** How often it was raised while it was shown. */
  times: number;
  /** The alert that was just hidden for good, while that can be taken back. */
  hides?: Alert | undefined;
};

/** What the raiser says; the rest is filled in. */
export type AlertInput = Pick<Alert, 'type' | 'source' | 'content' | 'duration'> &
  ({ dontShowAgain?: false; id?: string } | { dontShowAgain: true; id: string });

const isElement = (content: unknown) =>
  typeof content === 'object' && content !== null && '$$typeof' in content;

/**
 * A complete alert.
 * @throws {Failure} `invalid` for a type that isn't one of the four, or a content that is neither text nor element.
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

/** Whether two alerts bring the same news. */
export const isSameAlert = (a: Alert, b: Alert): boolean =>
  a.type === b.type && a.source === b.source && a.content === b.content;
