/** What opens the outbox: known to whoever started the service, for it is printed then and stands nowhere else. */
import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import { isLoopbackUrl } from '../../loopback.ts';

/** The console's page of the outbox. */
const outboxPath = '/outbox';

/** The token, which lasts as long as the service's secret. */
export const outboxToken = ({ SECRET }: Pick<Config, 'SECRET'>): string =>
  createHmac('sha256', SECRET).update('outbox').digest('base64url');

/** The address that opens the outbox on a server at `origin`; empty where mails go to a mail server. */
export const outboxAddress = (
  config: Pick<Config, 'SECRET' | 'SMTP_URL' | 'PUBLIC_URL'>,
  origin: string,
): string => (hasOutbox(config) ? `${origin}${outboxPath}?token=${outboxToken(config)}` : '');

/** Whether there is an outbox: no mail server is set, and people open the console on this machine. */
export const hasOutbox = ({ SMTP_URL, PUBLIC_URL }: Pick<Config, 'SMTP_URL' | 'PUBLIC_URL'>): boolean =>
  SMTP_URL === '' && isLoopbackUrl(PUBLIC_URL);
