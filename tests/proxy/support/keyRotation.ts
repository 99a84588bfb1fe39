/** A schema whose keys are changed, its rows plain and sealed, and people with some of its keys. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SchemaAccess } from '@cloakroom/contract/accessLog.ts';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { keyNamesOf } from '@cloakroom/proxy/schemaKeys.ts';
import type { Someone } from '#tests/service/support/people.ts';
import { startRelayedProxyStack } from './proxyStack.ts';
import { deviceOf, wordsOf, type Device } from '../sharing/support.ts';
import { startProxy, type Actor } from './proxy.ts';

const definition = {
  type: 'object' as const,
  properties: { city: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 120 } },
  required: ['city'],
};
type Row = { city: string; age: number };
export const rowAt = (index: number): Row => ({ city: ['Oslo', 'Rome'][index % 2]!, age: (index * 7) % 121 });

/** The status and the message of a refusal. */
export const problemOf = async (answer: Response): Promise<{ status: number; detail: string }> => ({
  status: answer.status,
  detail: ((await answer.json()) as { detail?: string }).detail ?? '',
});

/** The schema after a person has changed its keys. */
export async function rotated(id: string, who: Actor): Promise<Schema> {
  const answer = await who.send('POST', `/api/schemas/${id}/rotate/`);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return Schema.parse(await answer.json());
}

/** A service, and Ada at a proxy behind a relay that can be cut. */
export async function startKeyRotation() {
  const world = await startRelayedProxyStack();
  const { wire, proxy, owner, ada } = world;
  const closing: (() => Promise<void>)[] = [];
  const organization = owner.organization.id;

  /** Stores Ada's keys of some generations in a person's keyring, as if they had been received. */
  const give = async (folder: string, { user }: Someone, schema: Schema, generations: number[]) => {
    const open = (data: string, id: string) =>
      openKeyrings(join(data, 'keyrings'), { cost: minCost }).forUser(id, async () => undefined);
    const [from, to] = [await open(proxy.dataDir, owner.user.id), await open(folder, user.id)];
    for (const name of keyNamesOf(schema)) {
      const key = (generation: number) =>
        name === '__query'
          ? from.queryKey(schema.id, generation)
          : from.fieldKey(schema.id, name, generation);
      await to.addOverride(schema.id, name, new Map(generations.map((one) => [one, key(one)])));
    }
  };
  const folder = async () => {
    const made = await mkdtemp(join(tmpdir(), 'cloakroom-changing-'));
    closing.push(() => rm(made, { recursive: true, force: true }));
    return made;
  };
  const at = async (upstream: string, data: string, who: Someone) => {
    const own = await startProxy(upstream, data);
    closing.push(() => own.close());
    return deviceOf(own, who);
  };

  /** Makes Ada sign for a colleague and their device, and their proxy accept her list. */
  const admitted = async (schema: Schema, who: Someone, theirs: Device) => {
    const hers = deviceOf(proxy, owner);
    await theirs.identity();
    const { unconfirmed } = await hers.access(schema.id);
    const member = unconfirmed.find((one) => one.type === 'member' && one.user === who.user.id);
    if (member?.type !== 'member') throw new Error('The colleague is on no team.');
    const confirmation = { type: 'member', team: member.team, user: who.user.id };
    await hers.read(SchemaAccess, 'POST', `/api/schemas/${schema.id}/access/confirm/`, confirmation);
    const { request, identity } = await hers.askedBy(who);
    await hers.fulfil(request, wordsOf(identity));
    const words = wordsOf(await hers.identity());
    await theirs.read(SchemaAccess, 'POST', `/api/schemas/${schema.id}/access/trust/`, { words });
  };

  return {
    ...world,
    folder,
    at,
    /** Adds a person to a schema's team. */
    async admit(schema: Schema, role: 'owners' | 'requesters') {
      const { who } = await world.colleague();
      await world.enrol(schema.id, role, who);
      return who;
    },
    /** Another data owner at a proxy of their own, with Ada's keys of these generations. */
    async colleague(schema: Schema, generations: number[], upstream = wire.url): Promise<Actor> {
      const who = await this.admit(schema, 'owners');
      const data = await folder();
      await give(data, who, schema, generations);
      const calls = await at(upstream, data, who);
      await admitted(schema, who, calls);
      return calls;
    },
    home: async (name: string) => homeOf(ada, await ada.schema(organization, definition, name)),
    async close() {
      for (const done of closing.reverse()) await done();
      await world.close();
    },
  };
}

/** A schema and its uploaded rows in plain text. */
function homeOf(ada: Actor, schema: Schema) {
  const rows: Row[] = [];
  return {
    schema,
    rows,
    upload: async (count: number, by = ada) => {
      const fresh = Array.from({ length: count }, (_, i) => rowAt(rows.length + i));
      const { status } = await by.uploaded(schema.id, JSON.stringify(fresh), 'application/json');
      if (status === 'complete') rows.push(...fresh);
      return status;
    },
    /** Searches, decrypts, sorts and aggregates, and compares with the plain rows. */
    check: async (by = ada) => {
      const { id } = schema;
      for (const [filters, like] of [
        [[], () => true],
        [[{ label: 'city', value: 'Rome' }], ({ city }: Row) => city === 'Rome'],
        [
          [
            { label: 'city', value: 'Oslo' },
            { label: 'age', value: '20~90' },
          ],
          ({ city, age }: Row) => city === 'Oslo' && age >= 20 && age <= 90,
        ],
      ] as const) {
        const expected = rows.filter(like);
        const { total, records } = await by.search({ schema: id, filters, limit: 100 });
        expect(total).toBe(expected.length);
        expect((await by.decrypt(records)).map(({ data }) => data)).toEqual(expected.slice(0, 100));
      }
      const { records } = await by.search({ schema: id, order_by: '-age', limit: 20 });
      const ages = rows.map(({ age }) => age).sort((a, b) => b - a);
      expect((await by.decrypt(records)).map(({ data }) => data.age)).toEqual(ages.slice(0, 20));
      const filters = [{ label: 'age', value: 'sum()' }];
      const sum = await by.send('POST', '/api/records/search/', { schema: id, filters });
      expect(await sum.json()).toEqual([{ data: { value: ages.reduce((a, b) => a + b, 0) } }]);
    },
  };
}
