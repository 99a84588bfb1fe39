/** Sends one error report to the service that collects them. */

type Reports = { url: string; key: string };

/**
 * Send a report without waiting for it and without any of this site's cookies; a failure is nobody's trouble.
 * Source: the envelope format of Sentry's ingestion, documented at develop.sentry.dev.
 */
export function sendReport({ url, key }: Reports, event: { event_id: string }): void {
  const lines = [{ event_id: event.event_id, sent_at: new Date().toISOString() }, { type: 'event' }, event];
  void fetch(`${url}?sentry_version=7&sentry_key=${encodeURIComponent(key)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}
