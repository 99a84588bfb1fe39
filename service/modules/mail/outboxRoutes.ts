/** The outbox as a page, for the person at the machine: what the mail server that isn't there would have sent. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForwarded } from '#host/forwarded.ts';
import { html, type Markup, sendPage } from '#host/page.ts';
import { notFound } from '#host/problem.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { isLoopback, loopbackNames } from '../../loopback.ts';
import { equal } from '../../signature.ts';
import { cookieOptions } from '../../plugins/cookies.ts';
import { type KeptLetter, readOutbox } from './outbox.ts';
import { hasOutbox, outboxPath, outboxToken } from './outboxToken.ts';

const cookie = 'outbox';

/**
 * Whether there is an outbox and the request comes from this machine. The name asked for is checked too: a page elsewhere that
 * has its own name point here is not on this machine. A server here that passes requests on and says nothing of it can't be
 * told from a person here: the token keeps those out.
 */
export function offersOutbox(config: Config, request: FastifyRequest): boolean {
  return (
    hasOutbox(config) &&
    !isForwarded(request.headers) &&
    loopbackNames.has(config.host) &&
    isLoopback(request.socket.remoteAddress ?? '') &&
    loopbackNames.has(request.hostname.replace(/^\[|\]$/g, ''))
  );
}

export function outboxRoutes(app: FastifyInstance, { config }: Deps): void {
  app.get(outboxPath, { schema: { hide: true } }, async (request, reply) => {
    if (!offersOutbox(config, request)) throw notFound('Address');
    reply.header('Cache-Control', 'no-store');
    if (!opens(config, request, reply)) return sendPage(reply.status(403), 'Outbox', closed);
    const letters = await readOutbox(config.dataDir);
    return sendPage(
      reply,
      'Outbox',
      html`<h1>Outbox</h1>
        <p class="soft">
          No mail server is configured (SMTP_URL), so mails stay on this machine. This page is shown on this
          machine only, to browsers that have opened the address printed at the start.
        </p>
        ${letters.length ? letters.map(shown) : html`<p>No mail yet.</p>`}`,
    );
  });
}

/**
 * Whether the request has the token, in its address or in the cookie that an earlier one with it has set. The cookie is what
 * lets the console's link work.
 */
function opens(config: Config, request: FastifyRequest, reply: FastifyReply): boolean {
  const token = outboxToken(config);
  const { token: sent } = request.query as { token?: unknown };
  if (typeof sent === 'string' && equal(sent, token)) {
    const options = { ...cookieOptions(config, request), path: '/outbox', httpOnly: true };
    reply.setCookie(cookie, token, options);
    return true;
  }
  return equal(request.cookies[cookie] ?? '', token);
}

const closed = html`<h1>Outbox</h1>
  <p>
    This page holds links that open accounts, so it opens only with the address that was printed when the
    programs started. Where <code>npm start</code> runs, it stands beside “Mail”. A service that was started
    by itself wrote it to its standard error. Open that address once in this browser.
  </p>`;

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
