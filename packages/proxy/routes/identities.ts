/** Identities, as far as private keys come in: this device's is made here. */
import type { FastifyInstance } from 'fastify';
import { createIdentity } from '@cloakroom/contract/identities.ts';
import type { OpenKeyring } from '../schemas.ts';
import { createIdentity as makeIdentity } from '../sharing/identity.ts';
import { askForMissing } from '../sharing/missing.ts';
import type { Upstream } from '../upstream.ts';
import { callerOf, serve } from './access.ts';

type Deps = { upstream: Upstream; openKeyring: OpenKeyring };

export function identityRoutes(app: FastifyInstance, { upstream, openKeyring }: Deps): void {
  serve(app, createIdentity, async ({ request }) => {
    const caller = callerOf(request);
    const keyring = await openKeyring(caller);
    const identity = await makeIdentity(upstream, keyring, caller);
    await askForMissing(upstream, keyring, caller);
    return identity;
  });
}
