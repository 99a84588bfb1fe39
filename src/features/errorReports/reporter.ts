/** Sends errors to the operator's error reporter. Loaded with the first error that is reported. */
import { BrowserClient, defaultStackParser, makeFetchTransport } from '@sentry/browser';
import { redactEvent } from './redactEvent.ts';

/** Reports one error; a report that can't be sent is lost. */
export type Report = (thrown: unknown, pathname: string) => void;

/** The client runs without integrations: it records no clicks, requests or logs, and patches no global. */
export function createReporter(dsn: string, release: string): Report {
  return (thrown, pathname) => {
    const client = new BrowserClient({
      dsn,
      release,
      transport: makeFetchTransport,
      transportOptions: { fetchOptions: { credentials: 'omit', keepalive: true } },
      stackParser: defaultStackParser,
      integrations: [],
      sendClientReports: false,
      beforeSend: (event) => redactEvent(event, thrown, pathname),
    });
    client.init();
    client.captureException(thrown);
  };
}
