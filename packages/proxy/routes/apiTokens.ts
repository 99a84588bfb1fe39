/** Creates API tokens. A token can use the keys of the proxy through which a person with these keys has created it. */
import type { FastifyInstance } from 'fastify';
import { createApiToken } from '@cloakroom/contract/apiTokens.ts';
import type { KeyringAccess } from '../sessions/keyringAccess.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Upstream } from '../upstream.ts';
import { callerOf, serve } from './serve.ts';

type Deps = { upstream: Upstream; sessions: Sessions; access: KeyringAccess };

export function apiTokenRoutes(app: FastifyInstance, { upstream, sessions, access }: Deps): void {
  serve(app, createApiToken, async ({ body, request }) => {
    const caller = callerOf(request);
    const { user, credentials } = caller;
    // Asked before: the answer of the service decides nothing about keys.
    const usesKeys = await access.mayUsePresent(caller);
    const made = await upstream.call(createApiToken, { credentials, body });
    if (usesKeys) await sessions.noteApiToken(made.secret, { user, expires: Date.parse(made.expires) });
    return { ...made, uses_keys: usesKeys };
  });
}
