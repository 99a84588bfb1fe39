/** Serves the OpenAPI description, generated from the contract; the console's API page reads it. */
import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { api } from '@cloakroom/contract/api.ts';
import { contractVersion } from '@cloakroom/contract/version.ts';
import { ApiDescription, getApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { endpointSchema } from '@cloakroom/server-kit/serve.ts';
import { serve } from './access.ts';

const title = 'Cloakroom API';

/** Serves the description of all routes that are registered after this call. */
export async function openapi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      info: { title, version: String(contractVersion) },
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic', description: 'E-mail address and password.' },
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'An access token of /api/token/, or an API token.',
          },
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

/** Answers endpoints of the proxy with 405, so that a client knows that it talks to the service itself. */
export function refuseProxyCalls(app: FastifyInstance): void {
  for (const { call } of api)
    if (call.answeredBy === 'proxy')
      app.route({
        method: call.method,
        url: call.path,
        schema: endpointSchema(call),
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
