/** Serves the OpenAPI description of the contract; the console's API page reads it. */
import type { FastifyInstance } from 'fastify';
import { api } from '@cloakroom/contract/api.ts';
import { type ApiDescription, getApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { describeApi } from '@cloakroom/contract/describeApi.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { endpointSchema } from '@cloakroom/server-kit/serve.ts';
import { serve } from './access.ts';

/** Serves the description of every call, those of the proxy included. */
export function openapi(app: FastifyInstance): void {
  let description: ApiDescription | undefined;
  serve(app, getApiDescription, async () => (description ??= describeApi()));
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
            'Only the proxy answers this call, since it has the keys. Start the proxy and send the call there.',
            { headers: { Allow: '' } },
          );
        },
        handler: async () => undefined,
      });
}
