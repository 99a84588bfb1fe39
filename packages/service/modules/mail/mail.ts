/** Sends the service's mails: by SMTP, or into the outbox of a machine that has no mail server. */
import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import type { Letter } from './letter.ts';
import { storeInOutbox } from './outbox.ts';
import { openUnsent } from './unsent.ts';

export type Mail = {
  /** Resolves when the mail server has it, or when it is safe on the disk. */
  send: (letter: Letter) => Promise<void>;
};

/** A mail server that is down may not hold up a sign-up for longer. */
const patienceMs = 3_000;

/**
 * The way out for mails that the settings name. What a mail server doesn't take is kept and tried again.
 * @param onTrouble - told of every failure, in a sentence for the log.
 */
export function openMail(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  onTrouble: (sentence: string) => void = () => undefined,
): Mail & { close: () => void } {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir } = config;
  if (!smtpUrl)
    return { send: (letter) => storeInOutbox(dataDir, { from, ...letter }), close: () => undefined };
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  const deliver = async (letter: Letter) => {
    await transport.sendMail({ from, ...letter });
  };
  const unsent = openUnsent(dataDir, deliver, onTrouble);
  return {
    send: (letter) => deliver(letter).catch((error: unknown) => unsent.keep(letter, error)),
    close: () => {
      unsent.close();
      transport.close();
    },
  };
}
