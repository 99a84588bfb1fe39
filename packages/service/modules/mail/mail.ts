/** Sends the service's mails: by SMTP, or into the outbox of a machine that has no mail server. */
import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import type { MailMessage } from './mailMessage.ts';
import { storeInOutbox } from './outbox.ts';
import { openUnsent } from './unsent.ts';

export type Mail = {
  /** Resolves when the mail server has accepted the mail, or it is durable on the disk. */
  send: (message: MailMessage) => Promise<void>;
};

/** A mail server that is down delays a registration by this timeout. */
const smtpTimeoutMs = 3_000;

/**
 * Opens the configured transport. Mails that the mail server doesn't accept are stored and retried.
 * @param warn - called with a sentence for the log on every failure.
 */
export function openMail(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  warn: (sentence: string) => void = () => undefined,
): Mail & { close: () => void } {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir } = config;
  if (!smtpUrl)
    return { send: (message) => storeInOutbox(dataDir, { from, ...message }), close: () => undefined };
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
  });
  const deliver = async (message: MailMessage) => {
    await transport.sendMail({ from, ...message });
  };
  const unsent = openUnsent(dataDir, deliver, warn);
  return {
    send: (message) => deliver(message).catch((error: unknown) => unsent.enqueue(message, error)),
    close: () => {
      unsent.close();
      transport.close();
    },
  };
}
