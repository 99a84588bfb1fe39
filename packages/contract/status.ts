/** Status and health: whether the service answers, and whether through a proxy. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * `true` on every answer of a proxy to the status call, even if the service fails. It is a page's only sign of a proxy.
 */
export const behindProxyHeader = 'X-Behind-Proxy';

export const Status = z.object({
  status: z.literal('ok'),
  api_version: z.number(),
  /** True if the answer comes through a proxy. */
  behind_proxy: z.boolean(),
  /** True on a machine without a mail server, whose console shows the outbox. Its token is printed at the start, never sent here. */
  outbox: z.boolean().optional(),
  /** The address of a user's local proxy, if the service's settings name it. Proxies don't pass it on. */
  proxy_url: z.url({ protocol: /^https?$/ }).optional(),
  /** Present with the sample organization of `--demo`. */
  demo: z.object({ email: z.string(), password: z.string() }).optional(),
});
export type Status = z.infer<typeof Status>;

export const getStatus = endpoint({
  method: 'GET',
  path: '/api/status/',
  summary: 'Whether the service answers, its contract version, and whether the call came through a proxy.',
  answeredBy: 'both',
  access: 'public',
  reply: Status,
  replyHeaders: {
    [behindProxyHeader]: { description: 'The answer comes through a proxy.', schema: z.literal('true') },
  },
});

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health/',
  summary: 'Whether the service and its database work.',
  answeredBy: 'service',
  access: 'public',
  reply: z.object({ status: z.literal('ok') }),
});
