/** Sends errors to the operator's error reporter. Loaded with the first error that is reported. */
import { BrowserClient, defaultStackParser, makeFetchTransport } from '@sentry/browser';
import { redactEvent } from './redactEvent.ts';

/**
 * Sends one error; a report that can't be sent is lost. The client runs without integrations: it records no clicks, requests or
 * logs, and patches no global.
 * @param pathname - the page on which the error occurred.
 */
export function sendReport(dsn: string, release: string, thrown: unknown, pathname: string): void {
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
}
