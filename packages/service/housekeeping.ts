/** Deletes expired rows; several instances may do so at the same time. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { deleteUnknownFailures } from './modules/audit/account.ts';
import { deleteOldRepeats } from './plugins/idempotency.ts';
import { deleteExpiredSessions } from './plugins/session.ts';
import { deleteOldAttempts } from './plugins/throttle.ts';

const sweepIntervalMs = 3_600_000;

/** Sweeps every hour while the app runs. */
export function housekeeping(app: FastifyInstance, deps: Deps): void {
  const sweep = () =>
    Promise.all([
      deleteExpiredSessions(deps),
      deleteOldAttempts(deps),
      deleteOldRepeats(deps),
      deleteUnknownFailures(deps.database, deps.clock()),
    ]).catch((error: unknown) => app.log.error({ err: error }, 'housekeeping failed'));
  const timer = setInterval(sweep, sweepIntervalMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
