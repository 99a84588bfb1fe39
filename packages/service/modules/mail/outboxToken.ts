/** The token of the outbox, which is printed when the service starts. */
import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import { isLoopbackUrl } from '../../loopback.ts';

/** The path of the console's outbox page. */
const outboxPath = '/outbox';

/** The token, derived from the service's secret. */
export const outboxToken = ({ SECRET }: Pick<Config, 'SECRET'>): string =>
  createHmac('sha256', SECRET).update('outbox').digest('base64url');

/** The URL of the outbox page with its token; empty if there is no outbox. */
export const outboxAddress = (
  config: Pick<Config, 'SECRET' | 'SMTP_URL' | 'PUBLIC_URL'>,
  origin: string,
): string => (hasOutbox(config) ? `${origin}${outboxPath}?token=${outboxToken(config)}` : '');

/** Whether there is an outbox: no mail server is configured, and the console's URL is a loopback address. */
export const hasOutbox = ({ SMTP_URL, PUBLIC_URL }: Pick<Config, 'SMTP_URL' | 'PUBLIC_URL'>): boolean =>
  SMTP_URL === '' && isLoopbackUrl(PUBLIC_URL);
