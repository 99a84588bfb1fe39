/** Upstreams that fail, or do something at a certain step. */
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import type { Upstream } from '@cloakroom/proxy/upstream.ts';

/** The same upstream with a wrapper around each call. */
export const interceptUpstream = (
  upstream: Upstream,
  wrap: (endpoint: Endpoint, call: () => Promise<unknown>) => Promise<unknown>,
): Upstream => ({
  ...upstream,
  call: ((endpoint, options) => wrap(endpoint, () => upstream.call(endpoint, options))) as Upstream['call'],
});

/**
 * The upstream of a process that crashes at its call number `step`: before the request is sent, or after it was
 * carried out and before the answer. A crashed process makes no further calls, not even to clean up.
 */
export function dyingUpstream(upstream: Upstream, step: number, moment: 'before' | 'after') {
  let calls = 0;
  const process = { died: false, calls: () => calls };
  const way = interceptUpstream(upstream, async (_, call) => {
    if (process.died) throw new Error('This process has crashed.');
    if (calls++ !== step) return call();
    process.died = true;
    if (moment === 'after') await call();
    throw new Error('This process crashes.');
  });
  return { way, process };
}
