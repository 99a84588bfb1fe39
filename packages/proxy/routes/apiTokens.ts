/**
 * Creates API tokens. A token can use the keys of the proxy through which a person with these keys has created it; that of a
 * service account begins a keyring of its own.
 */
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
    // Checked before the call: the service's answer must not decide about keys.
    const { service_account: account } = body;
    const usesKeys = await (account === undefined ? access.mayUsePresent(caller) : access.isKnown(caller));
    const created = await upstream.call(createApiToken, { credentials, body });
    const { secret } = created;
    const expires = Date.parse(created.expires);
    if (!usesKeys) return { ...created, uses_keys: false };
    if (account !== undefined)
      return { ...created, uses_keys: await access.entrust(user, account, { secret, expires }) };
    await sessions.noteApiToken(secret, { user, expires });
    return { ...created, uses_keys: true };
  });
}
