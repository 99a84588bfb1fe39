/** Sends error reports. */

type Destination = { url: string; key: string };

/**
 * Sends a report without waiting for the answer and without this site's cookies; a failure is ignored.
 * Source: the envelope format of Sentry's ingestion, documented at develop.sentry.dev.
 */
export function sendReport({ url, key }: Destination, event: { event_id: string }): void {
  const lines = [{ event_id: event.event_id, sent_at: new Date().toISOString() }, { type: 'event' }, event];
  void fetch(`${url}?sentry_version=7&sentry_key=${encodeURIComponent(key)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}
