/** Sweeps out what has expired; any number of instances may do so. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { forgetUnknownFailures } from './modules/audit/account.ts';
import { forgetRepeats } from './plugins/once.ts';
import { forgetSessions } from './plugins/session.ts';
import { forgetAttempts } from './plugins/throttle.ts';

const everyMs = 3_600_000;

/** Sweep each hour while the app is up. */
export function housekeeping(app: FastifyInstance, deps: Deps): void {
  const sweep = () =>
    Promise.all([
      forgetSessions(deps),
      forgetAttempts(deps),
      forgetRepeats(deps),
      forgetUnknownFailures(deps.database, deps.clock()),
    ]).catch((error: unknown) => app.log.error({ err: error }, 'housekeeping failed'));
  const timer = setInterval(sweep, everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
