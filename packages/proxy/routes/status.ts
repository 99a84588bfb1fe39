/** The status of the service, with a note that a proxy is in between. */
import type { FastifyInstance } from 'fastify';
import { behindProxyHeader, getStatus } from '@cloakroom/contract/status.ts';
import { isForwarded } from '@cloakroom/server-kit/forwarded.ts';
import type { Upstream } from '../upstream.ts';
import { serve } from './serve.ts';

export function statusRoutes(app: FastifyInstance, { upstream }: { upstream: Upstream }): void {
  serve(app, getStatus, async ({ request, reply }) => {
    reply.header(behindProxyHeader, 'true');
    // A page of a proxy needs no other one, and the service could name any address.
    const { outbox, proxy_url: _, ...status } = await upstream.call(getStatus, { credentials: {} });
    return { ...status, behind_proxy: true, ...(outbox && !isForwarded(request.headers) ? { outbox } : {}) };
  });
}
