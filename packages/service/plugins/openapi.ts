/** The API described by itself, from the contract: OpenAPI, which the console's page of it reads too. */
import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { api } from '@cloakroom/contract/api.ts';
import { contractVersion } from '@cloakroom/contract/version.ts';
import { ApiDescription, getApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { described } from '@cloakroom/server-kit/serve.ts';
import { serve } from './access.ts';

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
  let description: ApiDescription | undefined;
  serve(app, getApiDescription, async () => (description ??= ApiDescription.parse(app.swagger())));
}

/** What only a proxy can do is answered 405 here, so that a program knows that it talks to the bare service. */
export function refuseProxyCalls(app: FastifyInstance): void {
  for (const { call } of api)
    if (call.answeredBy === 'proxy')
      app.route({
        method: call.method,
        url: call.path,
        schema: {
          ...described(call),
          ...(call.query ? { querystring: call.query } : {}),
          ...(call.body instanceof z.ZodType ? { body: call.body } : {}),
          ...(call.reply instanceof z.ZodType ? { response: { [call.status ?? 200]: call.reply } } : {}),
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
