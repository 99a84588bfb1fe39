/** Ways to the service that fail, or do something at a certain step. */
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import type { Upstream } from '@cloakroom/proxy/upstream.ts';

/** The same way, with something around each call. */
export const around = (
  upstream: Upstream,
  wrap: (endpoint: Endpoint, call: () => Promise<unknown>) => Promise<unknown>,
): Upstream => ({
  ...upstream,
  call: ((endpoint, options) => wrap(endpoint, () => upstream.call(endpoint, options))) as Upstream['call'],
});

/**
 * The way of a process that dies at its call number `step`: before the service hears of it, or after it has answered
 * nobody. A dead process calls nothing any more, not even to tidy up.
 */
export function dying(upstream: Upstream, step: number, moment: 'before' | 'after') {
  let calls = 0;
  const life = { died: false, calls: () => calls };
  const way = around(upstream, async (_, call) => {
    if (life.died) throw new Error('This process is dead.');
    if (calls++ !== step) return call();
    life.died = true;
    if (moment === 'after') await call();
    throw new Error('This process dies.');
  });
  return { way, life };
}
