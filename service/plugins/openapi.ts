/** The API described by itself: OpenAPI for programs, a page for people; both from the contract. */
import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { contractVersion } from '#contract/version.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { repeatHeader } from '#contract/repeat.ts';
import { HttpProblem } from '#host/problem.ts';
import { html, type Markup, sendPage } from '#host/page.ts';

const title = 'Cloakroom API';

/** Collects the routes registered after it, and serves their description. */
export async function openapi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      info: { title, version: String(contractVersion) },
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic', description: 'E-mail address and password.' },
          bearer: { type: 'http', scheme: 'bearer', description: 'An access token of /api/token/.' },
          session: { type: 'apiKey', in: 'cookie', name: 'sessionid' },
        },
      },
      security: [{ basic: [] }, { bearer: [] }, { session: [] }],
    },
    transform: jsonSchemaTransform,
  });
  app.get('/api/schema/', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(app.swagger())),
  );
  app.get('/api/docs/', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, title, docs()),
  );
}

/** What only a proxy can do is answered 405 here, so that a program knows that it talks to the bare service. */
export function refuseProxyCalls(app: FastifyInstance): void {
  for (const { call } of api)
    if (call.answeredBy === 'proxy')
      app.route({
        method: call.method,
        url: call.path,
        schema: {
          summary: call.summary,
          ...(call.query ? { querystring: call.query } : {}),
          ...(call.body instanceof z.ZodType ? { body: call.body } : {}),
        },
        config: { bytes: call.body === 'bytes' },
        onRequest: async () => {
          throw new HttpProblem(
            405,
            'Only the proxy answers this call, for it has the keys. Start the proxy and send the call there.',
            { headers: { Allow: '' } },
          );
        },
        handler: async () => undefined,
      });
}

function docs(): Markup {
  const nouns = [...new Set(api.map(({ noun }) => noun))];
  return html`<h1>${title}</h1>
    <p>
      Version ${contractVersion}. Sign in with HTTP Basic, with a token of <code>/api/token/</code>, or with a
      session. For programs: <a href="/api/schema/">OpenAPI</a>.
    </p>
    ${nouns.map(
      (noun) =>
        html`<h2>${noun}</h2>
          ${api.filter((one) => one.noun === noun).map(({ call }) => callDocs(call))}`,
    )}`;
}

const who = {
  service: 'Answered by the service.',
  proxy: 'Answered by the proxy alone.',
  both: 'Answered by both.',
};

const callDocs = (call: Endpoint): Markup =>
  html`<article>
    <h3><span class="method">${call.method}</span> ${call.path}</h3>
    <p>${call.summary}</p>
    <p class="soft">
      ${who[call.answeredBy]} ${call.access === 'public' ? 'Open to everybody.' : 'For signed-in people.'}
      ${call.repeatable ? `Sent again with the same ${repeatHeader}, it is carried out once.` : ''}
    </p>
    ${shape('Query', call.query, 'input')} ${shape('Body', call.body, 'input')}
    ${shape(`Answer ${call.status ?? 200}`, call.reply, 'output')}
  </article>`;

function shape(name: string, type: Endpoint['body'] | Endpoint['reply'], io: 'input' | 'output'): Markup {
  if (type === undefined || type === 'nothing') return html``;
  if (type === 'bytes') return html`<p class="soft">${name}: bytes.</p>`;
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return html`<details>
    <summary>${name}</summary>
    <pre>${JSON.stringify(schema, null, 2)}</pre>
  </details>`;
}
