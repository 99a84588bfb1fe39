/** People on machines of their own: one real service, a real proxy for each device, and their calls for keys. */
import { z } from 'zod';
import { RequestStatus, SchemaAccess } from '@cloakroom/contract/accessLog.ts';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import { Identity } from '@cloakroom/contract/identities.ts';
import { Material, ReceivedKey } from '@cloakroom/contract/materials.ts';
import { Request } from '@cloakroom/contract/requests.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { Team } from '@cloakroom/contract/teams.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { actor, startProxy, type TestProxy } from '#tests/proxy/support/proxy.ts';
import { person, type Someone } from '#tests/service/support/people.ts';

export const definition = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0, maximum: 150 },
    city: { type: 'string' },
  },
  required: ['name', 'age', 'city'],
};
export const rows = ['name,age,city', 'Ada,36,London', 'Grace,85,Arlington', 'Rita,41,Turin'].join('\n');

/** The words of an identity's fingerprint. */
export const wordsOf = (identity: Identity) => fingerprintOf(identity).words.join(' ');

/** A person on one device. */
export type Device = ReturnType<typeof deviceOf>;

/** One person's calls through the proxy of one device. */
export function deviceOf(proxy: TestProxy, who: Someone) {
  const calls = actor(proxy, who.headers);
  const read = async <T extends z.ZodType>(shape: T, method: string, path: string, body?: unknown) => {
    const answer = await calls.send(method, path, body);
    if (!answer.ok) throw new Refused(answer.status, await answer.text());
    return shape.parse(answer.status === 204 ? null : await answer.json());
  };
  const outstanding = () =>
    read(z.array(Request), 'GET', '/api/requests/?shared=false&expand=user,identity.user&limit=1000');
  const fulfilAll = () => read(z.array(Material), 'POST', '/api/requests/fulfill/');
  const fulfil = (request: string, fingerprint?: string) =>
    read(Material, 'POST', `/api/requests/${request}/fulfill/`, fingerprint && { fingerprint });
  const waiting = (expand = 'request') =>
    read(z.array(Material), 'GET', `/api/materials/?proofed=false&expand=${expand}&limit=1000`);
  const receiveAll = () => read(z.array(ReceivedKey), 'POST', '/api/materials/receive/');
  const receive = (material: string, fingerprint?: string) =>
    read(z.array(ReceivedKey), 'POST', `/api/materials/${material}/receive/`, fingerprint && { fingerprint });
  const teamOf = async ({ id }: Schema, role: Team['role']) =>
    (await read(z.array(Team), 'GET', `/api/schemas/${id}/teams/`)).find((team) => team.role === role)!;
  const change = async (schema: Schema, role: Team['role'], id: string, how: 'add' | 'remove') => {
    const team = await teamOf(schema, role);
    const path = `/api/organizations/${who.organization.id}/teams/${team.id}/${how}_member/`;
    await read(z.null(), 'POST', path, { id });
  };
  return {
    ...calls,
    who,
    proxy,
    read,
    /** A schema of theirs for {@link rows}. */
    people: (name?: string) => calls.schema(who.organization.id, definition, name),
    identity: () => read(Identity, 'POST', '/api/identities/'),
    outstanding,
    /** The first request of a person, optionally for one field: its id, and the identity that it names. */
    async askedBy({ user }: Someone, field?: string) {
      const request = (await outstanding()).find(
        (one) =>
          typeof one.user !== 'string' &&
          one.user.id === user.id &&
          one.field_name === (field ?? one.field_name),
      )!;
      return { request: request.id, identity: request.identity as Identity };
    },
    fulfilAll,
    fulfil,
    /** Fulfils for the first device of a person without comparing its words. */
    fulfilUncompared: (request: string) =>
      read(Material, 'POST', `/api/requests/${request}/fulfill/`, { without_comparing: true }),
    /** Compares the words of every device that isn't known yet, and fulfils everything. */
    async compareAndFulfilAll() {
      const compared: Material[] = [];
      const known = await read(z.array(RequestStatus), 'GET', '/api/requests/statuses/');
      const seen = new Set<string>();
      for (const { id, identity } of await outstanding()) {
        const { device } = known.find(({ request }) => request === id)!;
        if (typeof identity === 'string' || seen.has(identity.id) || device !== 'new') continue;
        seen.add(identity.id);
        compared.push(await fulfil(id, wordsOf(identity)));
      }
      // What can't be fulfilled in bulk stays, as in the console.
      const rest = await fulfilAll().catch((error: unknown) => {
        if (compared.length > 0 && error instanceof Refused && error.status === 409) return [];
        throw error;
      });
      return [...compared, ...rest];
    },
    waiting,
    receiveAll,
    receive,
    /** Compares the words of the sender of the first waiting key, and receives everything. */
    async compareAndReceiveAll() {
      for (const { id, uploaded_by: sender } of await waiting('request,uploaded_by.user'))
        try {
          const received = await receive(id, wordsOf(sender as Identity));
          return [...received, ...(await receiveAll())];
        } catch (error) {
          if (!(error instanceof Refused) || !error.message.includes('another device of yours')) throw error;
        }
      return receiveAll();
    },
    access: (schema: string) => read(SchemaAccess, 'GET', `/api/schemas/${schema}/access/`),
    overrides: () => read(z.array(z.string()), 'GET', '/api/materials/overrides/?limit=1000'),
    teamOf,
    /** Adds a person to one of a schema's teams. */
    admit: (schema: Schema, role: Team['role'], { user }: Someone) => change(schema, role, user.id, 'add'),
    /** Removes a person from one of a schema's teams. */
    dismiss: (schema: Schema, role: Team['role'], { user }: Someone) =>
      change(schema, role, user.id, 'remove'),
  };
}

/** A refusal. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** A service with one organization of Ada's, and functions that add people with devices. */
export async function startOrganization() {
  const world = await startProxyStack();
  const { service, proxy, owner } = world;
  const proxies: TestProxy[] = [];
  const join = () => person(service, { organization: owner.organization.id });
  const device = async (who: Someone, at = service.url) => {
    const started = await startProxy(at);
    proxies.push(started);
    return deviceOf(started, who);
  };
  return {
    service,
    ada: deviceOf(proxy, owner),
    /** A member of Ada's organization without a device. */
    join,
    /**
     * Another device of a person.
     * @param at - where it finds the service.
     */
    device,
    /** A member of Ada's organization with a device. */
    newcomer: async (at?: string) => device(await join(), at),
    async close() {
      for (const one of proxies) await one.close();
      await world.close();
    },
  };
}
