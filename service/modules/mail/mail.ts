/** Sends the service's mails: by SMTP, or into the outbox of a machine that has no mail server. */
import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { keepInOutbox } from './outbox.ts';

export type Letter = { to: string; subject: string; text: string };
export type Mail = {
  /** Resolves when the mail server has it, or when it is safe in the outbox. */
  send: (letter: Letter) => Promise<void>;
};

const patienceMs = 3_000;

/** The way out for mails that the settings name. */
export function openMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mail {
  const patience = {
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  };
  const transport = config.smtpUrl
    ? createTransport({ url: config.smtpUrl, ...patience })
    : createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (letter) => {
      const sent: { message?: unknown } = await transport.sendMail({
        from: config.mailFrom,
        // No encoding that breaks lines: links stay whole, and the outbox can be read with bare eyes.
        encoding: '8bit',
        textEncoding: 'base64',
        ...letter,
      });
      if (!config.smtpUrl) await keepInOutbox(config.dataDir, sent.message as Buffer);
    },
  };
}
