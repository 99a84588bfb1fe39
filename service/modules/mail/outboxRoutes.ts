/** The outbox as a page, for the person at the machine: what the mail server that isn't there would have sent. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html, type Markup, sendPage } from '#host/page.ts';
import { notFound } from '#host/problem.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { isLoopback, loopbackNames } from '../../loopback.ts';
import { type KeptLetter, readOutbox } from './outbox.ts';

export const outboxPath = '/outbox/';

/**
 * Whether there is an outbox and the asker sits at this machine. The name asked for is checked too: a page elsewhere that
 * has its own name point here is no person at this machine.
 */
export function mayReadOutbox(config: Config, request: FastifyRequest): boolean {
  return (
    !config.smtpUrl &&
    loopbackNames.has(config.host) &&
    isLoopback(request.ip) &&
    loopbackNames.has(request.hostname.replace(/^\[|\]$/g, ''))
  );
}

export function outboxRoutes(app: FastifyInstance, { config }: Deps): void {
  app.get(outboxPath, { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadOutbox(config, request)) throw notFound('Address');
    const letters = await readOutbox(config.dataDir);
    reply.header('Cache-Control', 'no-store');
    return sendPage(
      reply,
      'Outbox',
      html`<h1>Outbox</h1>
        <p class="soft">
          No mail server is configured (SMTP_URL), so mails stay on this machine. Only this machine can see
          this page.
        </p>
        ${letters.length ? letters.map(shown) : html`<p>No mail yet.</p>`}`,
    );
  });
}

const shown = ({ to, subject, date, text }: KeptLetter): Markup =>
  html`<article>
    <h2>${subject}</h2>
    <p class="soft">To ${to}, ${date}</p>
    <pre>${linked(text)}</pre>
  </article>`;

/** The text with its addresses made to click on. */
const linked = (text: string): Markup[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, at) => (at % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`));
