/** Ada at her own proxy in front of the real service: the starting point of most tests of the proxy. */
import { eq } from 'drizzle-orm';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Team } from '@cloakroom/contract/teams.ts';
import { teamMembers, teams } from '@cloakroom/service/db/schema.ts';
import { password, person, type Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { actor, startProxy } from './proxy.ts';
import { relay } from './relay.ts';

/** Starts a service of this file's own and a proxy before it, and makes an organization of Ada's. */
export async function startProxyStack() {
  const service = await startService({ listen: true });
  return proxyStackAt(service, service.url, () => service.close());
}

/** The same, behind a relay that records all bytes and can be cut. */
export async function startRelayedProxyStack() {
  const service = await startService({ listen: true });
  const wire = await relay(service.url);
  const world = await proxyStackAt(service, wire.url, async () => {
    await wire.cut();
    await service.close();
  });
  return { ...world, wire };
}

/** @param end - ends what stands behind the proxy. */
export async function proxyStackAt(service: TestService, upstream: string, end: () => Promise<void>) {
  const proxy = await startProxy(upstream);
  const owner = await person(service);
  const ada = actor(proxy, owner.headers);
  const organization = owner.organization.id;
  let schemas = 0;
  return {
    service,
    proxy,
    owner,
    ada,
    /** Another schema of hers, or of another person if given. */
    schemaOf: (definition: JsonSchema, by = ada) =>
      by.schema(organization, definition, `People ${(schemas += 1)}`),
    /** Signs her in; returns what a browser then sends. */
    async session() {
      const login = await fetch(`${proxy.url}/api/accounts/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: owner.user.email, password }),
      });
      const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
      const token = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.split('=')[1] ?? '';
      return { cookie: cookies.join('; '), 'x-csrftoken': token };
    },
    /** A person of another organization at the same proxy. */
    stranger: async () => actor(proxy, (await person(service)).headers),
    /** A member of Ada's organization who is on no team. */
    async colleague() {
      const who = await person(service, { organization });
      return { who, calls: actor(proxy, who.headers) };
    },
    /** Puts a person on one of a schema's teams at the service, without a signature. */
    async enrol(schema: string, role: Team['role'], { user }: Someone) {
      const all = await service.database.select().from(teams).where(eq(teams.schema, schema));
      const team = all.find((one) => one.role === role)!.id;
      await service.database.insert(teamMembers).values({ team, user: user.id });
    },
    async close() {
      await proxy.close();
      await end();
    },
  };
}
