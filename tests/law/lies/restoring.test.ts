/** Restores keyrings and backups while the service lies about any field of any answer. */
import { eq } from 'drizzle-orm';
import { afterAll, vi } from 'vitest';
import type { RestoredState } from '@cloakroom/contract/epochs.ts';
import type { Keyring } from '@cloakroom/contract/keyring.ts';
import { accessLog, manifests, requests } from '@cloakroom/service/db/schema.ts';
import { deviceOf, type Device } from '#tests/proxy/sharing/support.ts';
import { startProxy, type TestProxy } from '#tests/proxy/support/proxy.ts';
import { password } from '#tests/service/support/people.ts';
import type { Action } from './action.ts';
import { coveredCalls } from './coverage.ts';
import { testLies } from './suite.ts';
import { unsignedRestoringFields } from './unsignedFields.ts';
import { got, outcomeOf, rowOf, startWorld } from './world.ts';

vi.useFakeTimers({ toFake: ['Date'] });
const world = await startWorld();
const { ada, liar, pool, service } = world;
const { database } = service;

const schema = await world.patients('Restored');
await world.patients('Others');
const words = ((await got(ada, 'POST', '/api/keyring/phrase/')).body as { words: string[] }).words.join(' ');
const total = async (by: Device) => (await by.search({ schema: schema.id, limit: 1 })).total;
const storedCount = await total(ada);

/** An empty machine of Ada's, which replaces the previous one. */
let machine: { proxy: TestProxy; ada: Device } | null = null;
const newMachine = async () => {
  await machine?.proxy.close();
  const proxy = await startProxy(liar.url);
  machine = { proxy, ada: deviceOf(proxy, ada.who) };
};
const currentDevice = () => machine!.ada;
afterAll(async () => {
  await machine?.proxy.close();
  await world.close();
});

const findingKeyring: Action = {
  name: 'looking for the keyring on a new machine',
  prepare: newMachine,
  run: async () => outcomeOf(await got(currentDevice(), 'GET', '/api/keyring/')),
  maxLies: 30,
  calls: ['GET /api/identities/', 'GET /api/schemas/'],
};

const restoring: Action = {
  name: 'restoring the keyring from its words',
  prepare: newMachine,
  run: async () => outcomeOf(await got(currentDevice(), 'POST', '/api/keyring/restore/', { words })),
  normalized: (seen) => ({ ...(seen as Keyring | null), device_id: null }),
  async check({ refusal }) {
    if (refusal !== null) return null;
    const found = await total(currentDevice());
    return found === storedCount ? null : `a search finds ${found} records of ${storedCount}`;
  },
  maxLies: 30,
  calls: ['GET /api/identities/', 'GET /api/schemas/'],
};

/** The id of a new machine that has no words and requests its keys. Created once. */
let device: string | undefined;
const asking: Action = {
  name: 'asking for the keys of one’s own schemas on a new machine',
  async prepare() {
    if (device === undefined) {
      await newMachine();
      await got(currentDevice(), 'POST', '/api/keyring/begin/');
      device = (await currentDevice().identity()).id;
    }
    await database.delete(requests).where(eq(requests.identity, device));
  },
  run: async () =>
    outcomeOf(
      await got(currentDevice(), 'POST', '/api/materials/receive/'),
      ({ body }) => (body as unknown[]).length,
    ),
  async check() {
    const held = await currentDevice().overrides();
    return held.length === 0 ? null : `keys were stored: ${held.join()}`;
  },
  calls: ['GET /api/schemas/', 'POST /api/requests/', 'GET /api/materials/'],
  maxLies: 40,
};

let backup: typeof manifests.$inferSelect | undefined;
const path = `/api/schemas/${schema.id}/restored/`;
const state = async () => (await got(ada, 'GET', path)).body as RestoredState;
const signedSince = async (count: number) =>
  (await database.select().from(accessLog).where(eq(accessLog.schema, schema.id))).length - count;
const signedBefore = await signedSince(0);

const accepting: Action = {
  name: 'accepting a restored backup',
  async prepare() {
    if (backup === undefined) {
      [backup] = await database.select().from(manifests).where(eq(manifests.schema, schema.id));
      await ada.uploaded(schema.id, JSON.stringify([rowOf(40), rowOf(41)]), 'application/json');
    }
    // Resets the service to its backup, with the previous number of accepted restorations.
    await database.update(manifests).set(backup!).where(eq(manifests.schema, schema.id));
  },
  run: async () =>
    outcomeOf(await got(ada, 'POST', `${path}accept/`, { secret: password, reason: 'Disk lost' })),
  normalized(seen) {
    if (seen === null) return null;
    const { state, words, may_accept, epoch } = seen as RestoredState;
    return {
      state,
      words,
      may_accept,
      signer: epoch?.signer.signs,
      base: epoch?.base,
      reason: epoch?.reason,
    };
  },
  async check({ refusal }) {
    const now = await state();
    if (!['current', 'older'].includes(now.state)) return `the content is ${now.state}`;
    if (now.state === 'older') return refusal === null ? 'the content was not accepted' : null;
    if ((await signedSince(signedBefore)) > 0) return 'something was signed about who may have the keys';
    const found = await total(ada);
    return found === storedCount ? null : `a search finds ${found} records of ${storedCount}`;
  },
  maxLies: 40,
  calls: ['GET /api/manifests/:schema/', 'POST /api/manifests/:schema/', 'POST /api/identities/register/'], // prettier-ignore
};

testLies({
  liar,
  pool,
  actions: [findingKeyring, restoring, asking, accepting],
  unsignedFields: unsignedRestoringFields,
  covers: coveredCalls.restoring,
  minLies: 100,
});
