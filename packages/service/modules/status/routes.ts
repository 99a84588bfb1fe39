/** The status and the health check. */
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getHealth, getStatus } from '@cloakroom/contract/status.ts';
import { contractVersion } from '@cloakroom/contract/version.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../plugins/access.ts';
import { offersOutbox } from '../mail/outboxRoutes.ts';

export function statusRoutes(app: FastifyInstance, { config, database }: Deps): void {
  const { DEMO_EMAIL: email, DEMO_PASSWORD: password, PROXY_URL: proxyUrl } = config;
  serve(app, getStatus, async ({ request }) => ({
    status: 'ok' as const,
    api_version: contractVersion,
    behind_proxy: false,
    ...(offersOutbox(config, request) ? { outbox: true } : {}),
    ...(proxyUrl ? { proxy_url: proxyUrl } : {}),
    ...(email && password ? { demo: { email, password } } : {}),
  }));

  serve(app, getHealth, async () => {
    await database.execute(sql`select 1`);
    return { status: 'ok' as const };
  });
}
