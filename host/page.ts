/** Small pages that a server writes itself: no script, one stylesheet, everything escaped. */
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Markup that is safe to send; made by {@link html} alone. */
export type Markup = { readonly markup: string };
type Part = string | number | Markup | readonly Markup[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const textOf = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replace(/[&<>"']/g, (character) => escapes[character]!);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
};

/** Markup from a template; every value put into it is escaped unless it is markup already. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Markup => ({
  markup: texts.map((text, at) => text + (at < parts.length ? textOf(parts[at]!) : '')).join(''),
});

const stylesheet = '/page.css';

const style = `:root { color-scheme: light dark; --ink: #1b1524; --soft: #665f70; --line: #d9d3e2; --paper: #fff; --brand: #6b2fb3 }
@media (prefers-color-scheme: dark) { :root { --ink: #efe9f7; --soft: #b3abc0; --line: #3a3245; --paper: #17121f; --brand: #b78ef0 } }
body { margin: 0 auto; padding: 2rem 1rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
h1 { margin: 0 } h2 { margin: 2.5rem 0 .5rem } h3 { margin: 0; font-size: 1rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere }
a { color: var(--brand); overflow-wrap: anywhere } p { margin: .25rem 0 } .soft { color: var(--soft) }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 6px }
pre { margin: .75rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
details { margin-top: .5rem } summary { cursor: pointer } code, details pre { font: .85rem/1.45 ui-monospace, monospace }
.method { display: inline-block; min-width: 4.5rem; color: var(--brand) }
`;

/** Serve the pages' stylesheet. */
export function servePageStyle(app: FastifyInstance): void {
  app.get(stylesheet, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css').send(style),
  );
}

/** Send a page. */
export const sendPage = (reply: FastifyReply, title: string, body: Markup): FastifyReply =>
  reply.type('text/html').send(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${title}</title>
          <link rel="stylesheet" href="${stylesheet}" />
        </head>
        <body>
          <main>${body}</main>
        </body>
      </html>`.markup,
  );
