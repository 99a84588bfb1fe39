/** Is anybody there, and are we behind the proxy? */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * `true` on every answer of a proxy to the status call, a failure of the service included: that a proxy is there is known from the
 * proxy alone.
 */
export const behindProxyHeader = 'X-Behind-Proxy';

export const Status = z.object({
  status: z.literal('ok'),
  api_version: z.number(),
  /** True when the answer comes through the proxy, where the keys are. */
  behind_proxy: z.boolean(),
  /** True on a machine without a mail server, whose console shows the outbox. What opens it is printed at the start, and never here. */
  outbox: z.boolean().optional(),
  /** Present with the sample organization of `--demo`. */
  demo: z.object({ email: z.string(), password: z.string() }).optional(),
});
export type Status = z.infer<typeof Status>;

export const getStatus = endpoint({
  method: 'GET',
  path: '/api/status/',
  summary: 'Whether the service answers, its contract version, and whether the proxy is in between.',
  answeredBy: 'both',
  access: 'public',
  reply: Status,
});

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health/',
  summary: 'Whether the service and its database work.',
  answeredBy: 'service',
  access: 'public',
  reply: z.object({ status: z.literal('ok') }),
});
