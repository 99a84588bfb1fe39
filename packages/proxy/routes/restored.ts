/** Routes of restored backups: what is missing, and accepting it. */
import type { FastifyInstance } from 'fastify';
import {
  acceptRestored,
  getRestored,
  trustRestored,
  type RestoredState,
} from '@cloakroom/contract/epochs.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { HttpProblem, invalid } from '@cloakroom/server-kit/problem.ts';
import type { RestoredBackups } from '../epochs/restoredBackups.ts';
import type { Keyrings } from '../keyring/keyrings.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../callers.ts';
import { callerOf, serve } from './serve.ts';

type Deps = { restored: RestoredBackups; keyrings: Pick<Keyrings, 'unlock' | 'status'>; upstream: Upstream };

export function restoredRoutes(app: FastifyInstance, { restored, keyrings, upstream }: Deps): void {
  const hasPassphrase = async ({ user }: Caller) => (await keyrings.status(user)).passphrase === 'own';
  const complete = async (
    caller: Caller,
    state: Omit<RestoredState, 'confirm_with'>,
  ): Promise<RestoredState> => ({
    ...state,
    confirm_with: (await hasPassphrase(caller)) ? 'passphrase' : 'password',
  });

  /** @throws {HttpProblem} 400 for a wrong password; {KeyringError} for a wrong passphrase. */
  const requireSecret = async (caller: Caller, secret: string) => {
    if (await hasPassphrase(caller)) {
      await keyrings.unlock(caller.user, secret);
      return;
    }
    const basic = Buffer.from(`${caller.email}:${secret}`).toString('base64');
    const self = await upstream
      .call(getSelf, { credentials: { authorization: `Basic ${basic}` }, query: {} })
      .catch((error: unknown) => {
        if (error instanceof HttpProblem && (error.status === 401 || error.status === 403)) return null;
        throw error;
      });
    if (self?.id !== caller.user)
      throw invalid({ secret: ['This is not the password of your account. Nothing was accepted.'] });
  };

  serve(app, getRestored, async ({ params, request }) => {
    const caller = callerOf(request);
    return complete(caller, await restored.state(caller, params.id));
  });

  serve(app, acceptRestored, async ({ params, body, request }) => {
    const caller = callerOf(request);
    await requireSecret(caller, body.secret);
    return complete(caller, await restored.accept(caller, params.id, body.reason));
  });

  serve(app, trustRestored, async ({ params, body, request }) => {
    const caller = callerOf(request);
    return complete(caller, await restored.trust(caller, params.id, body.words));
  });
}
