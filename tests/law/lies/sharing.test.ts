/** Shares, receives and changes keys while the service lies about any field of any answer. */
import { eq, inArray } from 'drizzle-orm';
import { afterAll, vi } from 'vitest';
import { listAccessLog, type AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { pathOf } from '@cloakroom/contract/endpoint.ts';
import { keyNamesOf } from '@cloakroom/proxy/schemaKeys.ts';
import { materials, requests, teamMembers } from '@cloakroom/service/db/schema.ts';
import { opened, type Opened } from '#tests/law/support/forger.ts';
import type { Device } from '#tests/proxy/sharing/support.ts';
import type { Action, Outcome } from './action.ts';
import { faultOfSealed, type SentKey } from './sealedKeys.ts';
import { coveredCalls } from './coverage.ts';
import { testLies } from './suite.ts';
import { unsignedSharingFields } from './unsignedFields.ts';
import { got, outcomeOf, startWorld } from './world.ts';

vi.useFakeTimers({ toFake: ['Date'] });
const world = await startWorld();
const { ada, liar, pool, widen, organization } = world;
const { database } = world.service;
afterAll(() => world.close());

const schema = await world.patients('Shared');
await world.patients('Others');
const [bea, rita, hedy] = [await world.member(), await world.member(), await world.member()];
await ada.admit(schema, 'owners', bea.who);
await ada.admit(schema, 'requesters', rita.who);
await widen(schema, ['__query', 'name']);
await ada.compareAndFulfilAll();
await rita.compareAndReceiveAll();
await bea.compareAndReceiveAll();

/** The access log as the service stores it, read without the lies. */
async function signedEntries(): Promise<AccessEntry[]> {
  const path = pathOf(listAccessLog, { id: schema.id });
  const answer = await fetch(`${world.service.url}${path}?limit=1000`, { headers: ada.who.headers });
  return (await answer.json()) as AccessEntry[];
}

/** The known identities, read once because opening a keyring is slow. */
const keysOf = new Map<Device, Opened>();
for (const device of [ada, bea, rita, hedy]) keysOf.set(device, await opened(device));
const devices = new Set(
  [...keysOf].map(([{ who }, { party }]) => `${who.user.id} ${party.signs} ${party.receives}`),
);
/** Reports an unknown device in the access log, starting at an entry. */
async function unknownDeviceSince(count: number): Promise<string | null> {
  const newEntries = (await signedEntries()).slice(count);
  for (const { change } of newEntries)
    if (change.type === 'device' && !devices.has(`${change.user} ${change.signs} ${change.receives}`))
      return `an unknown device was signed: ${JSON.stringify(change)}`;
  return null;
}

const people = [
  { keys: keysOf.get(rita)!, fields: ['__query', 'name'] },
  { keys: keysOf.get(bea)!, fields: keyNamesOf(schema) },
];
const origin = { schema: schema.id, sender: keysOf.get(ada)!, others: pool.others };
let seenEntries = 0;
let seenRequests = 0;
/** Reports whether an unknown person was signed for, or a key was sealed for one. */
async function disclosureFault(): Promise<string | null> {
  const sent = liar.requests.slice(seenRequests);
  seenRequests = liar.requests.length;
  const count = seenEntries;
  for (const { method, url, body } of sent)
    if (method === 'POST' && url === '/api/materials/') {
      const wrong = await faultOfSealed(JSON.parse(body.toString()) as SentKey, people, origin);
      if (wrong !== null) return wrong;
    }
  if (sent.some(({ method, url }) => method !== 'GET' && /access-log|key-checks/.test(url))) {
    const wrong = await unknownDeviceSince(count);
    seenEntries = (await signedEntries()).length;
    return wrong;
  }
  return null;
}

/** Resets the requests of some people to outstanding, as they were before anything was sealed. */
const resetRequests = async (...people: Device[]) => {
  const identities = people.map((device) => keysOf.get(device)!.party.id);
  const rows = await database.select().from(requests).where(inArray(requests.identity, identities));
  const ids = rows.map(({ id }) => id);
  await database.delete(materials).where(inArray(materials.request, ids));
  await database.update(requests).set({ fulfilled: null, received: null }).where(inArray(requests.id, ids));
};
const firstOf = async (device: Device) => {
  const { party } = keysOf.get(device)!;
  return (
    await database.select().from(requests).where(eq(requests.identity, party.id)).orderBy(requests.id)
  )[0]!;
};

const masked = (body: unknown, id: string) => {
  const {
    id: _,
    url: __,
    created: ___,
    payload,
    signature,
    request,
    ...rest
  } = body as Record<string, unknown>;
  return { ...rest, request: String(request).replace(id, 'the request'), payload: typeof payload, signature: typeof signature }; // prettier-ignore
};

const fulfilling: Action = {
  name: 'fulfilling a request',
  prepare: () => resetRequests(rita),
  async run() {
    const { id } = await firstOf(rita);
    return outcomeOf(await got(ada, 'POST', `/api/requests/${id}/fulfill/`), ({ body }) => masked(body, id));
  },
  check: disclosureFault,
  maxLies: 1,
};
const fulfillingAll: Action = {
  name: 'fulfilling all requests',
  prepare: () => resetRequests(rita),
  async run() {
    const answer = await got(ada, 'POST', '/api/requests/fulfill/');
    return outcomeOf(answer, ({ body }) => (body as unknown[]).length);
  },
  check: disclosureFault,
  // A key that was not shared is still requested.
  marks: (seen) => (seen as number) < 2,
  maxLies: 1,
  calls: ['GET /api/requests/', 'POST /api/materials/'],
};
await resetRequests(rita);
await ada.fulfilAll();
const answeredRequests = await database
  .select()
  .from(requests)
  .where(eq(requests.identity, keysOf.get(rita)!.party.id));
const waitingMaterials = await database
  .select()
  .from(materials)
  .where(
    inArray(
      materials.request,
      answeredRequests.map(({ id }) => id),
    ),
  );
/** Restores the keys that are sealed for Rita, and deletes those that she has received. */
const restoreSealedKeys = async () => {
  await resetRequests(rita);
  await database.insert(materials).values(waitingMaterials);
  for (const { id, fulfilled } of answeredRequests)
    await database.update(requests).set({ fulfilled }).where(eq(requests.id, id));
  for (const name of await rita.overrides()) await rita.send('DELETE', `/api/materials/overrides/${name}/`);
};
const receiving: Action = {
  name: 'receiving keys',
  prepare: restoreSealedKeys,
  async run() {
    const answer = await got(rita, 'POST', '/api/materials/receive/');
    return outcomeOf(answer, ({ body }) =>
      (body as { field_name: string }[]).map(({ field_name }) => field_name).sort(),
    );
  },
  marks: (seen) => (seen as string[]).length < 2,
  async check() {
    const names = (await rita.overrides()).map((name) => name.split(':')[1]);
    if (names.some((name) => !['__query', 'name'].includes(name!)))
      return `other keys were stored: ${names.join()}`;
    return disclosureFault();
  },
  maxLies: 1,
  // prettier-ignore
  calls: ['GET /api/materials/', 'POST /api/materials/:id/proof/', 'POST /api/materials/:id/acknowledge/', 'GET /api/schemas/'],
};

const owners = (await got(ada, 'GET', `/api/schemas/${schema.id}/teams/`)).body as {
  id: string;
  role: string;
}[];
const team = owners.find(({ role }) => role === 'owners')!.id;
const teamPath = `/api/organizations/${organization}/teams/${team}`;
const member = { id: hedy.who.user.id };
/** Unexpected people in the access log, and how the newcomer is shown. */
async function accessState(): Promise<{
  state: string;
  unexpected: string[];
  hedy: 'signed' | 'unconfirmed' | 'absent';
}> {
  const { state, people, unconfirmed } = await ada.access(schema.id);
  const known = [ada, bea, rita, hedy].map(({ who }) => who.user.id);
  const shown = unconfirmed.flatMap((one) => (one.type === 'member' ? [one.user] : []));
  return {
    state,
    unexpected: people.map(({ user }) => user).filter((user) => !known.includes(user)),
    hedy: people.some(({ user }) => user === member.id)
      ? 'signed'
      : shown.includes(member.id)
        ? 'unconfirmed'
        : 'absent',
  };
}
const removeHonestly = async () => {
  const { status } = await got(ada, 'POST', `${teamPath}/remove_member/`, member);
  if (status !== 204) await database.delete(teamMembers).where(eq(teamMembers.user, member.id));
};

const adding: Action = {
  name: 'adding a member',
  run: async () => outcomeOf(await got(ada, 'POST', `${teamPath}/add_member/`, member)),
  async check(outcome: Outcome) {
    const now = await accessState();
    if (now.hedy !== 'absent') await removeHonestly();
    if (now.state !== 'accepted' || now.unexpected.length > 0) return JSON.stringify(now);
    if (outcome.refusal === null && now.hedy === 'absent')
      return 'Hedy was not added, though the answer says so';
    return disclosureFault();
  },
  maxLies: 1,
};
const removing: Action = {
  name: 'removing a member',
  prepare: () => got(ada, 'POST', `${teamPath}/add_member/`, member),
  run: async () => outcomeOf(await got(ada, 'POST', `${teamPath}/remove_member/`, member)),
  async check(outcome: Outcome) {
    const now = await accessState();
    if (now.hedy !== 'absent') await removeHonestly();
    if (now.state !== 'accepted' || now.unexpected.length > 0) return JSON.stringify(now);
    if (outcome.refusal === null && now.hedy === 'signed')
      return 'Hedy is still signed for, though the answer says that she was removed';
    return disclosureFault();
  },
  maxLies: 1,
  // prettier-ignore
  calls: ['GET /api/organizations/:id/teams/', 'GET /api/organizations/:id/users/', 'GET /api/schemas/:id/', 'POST /api/organizations/:id/teams/:teamId/remove_member/'],
};
const confirming: Action = {
  name: 'confirming a member',
  prepare: async () => database.insert(teamMembers).values({ team, user: member.id }).onConflictDoNothing(),
  async run() {
    const answer = await got(ada, 'POST', `/api/schemas/${schema.id}/access/confirm/`, {
      type: 'member',
      team,
      user: member.id,
    });
    return outcomeOf(answer, ({ body }) =>
      (body as { people: { user: string }[] }).people.map(({ user }) => user),
    );
  },
  marks: (seen) => (seen as unknown[]).length === 0,
  async check() {
    const now = await accessState();
    if (now.hedy !== 'absent') await removeHonestly();
    if (now.state !== 'accepted' || now.unexpected.length > 0) return JSON.stringify(now);
    return disclosureFault();
  },
  maxLies: 1,
  // prettier-ignore
  calls: ['POST /api/schemas/:id/access-log/', 'GET /api/schemas/:id/access-log/', 'GET /api/schemas/:id/teams/', 'GET /api/schemas/:id/grants/'],
};
const identifying: Action = {
  name: 'registering this device',
  run: async () => outcomeOf(await got(rita, 'POST', '/api/identities/')),
  maxLies: 60,
};
const rotating: Action = {
  name: 'changing the keys',
  async run() {
    const answer = await got(ada, 'POST', `/api/schemas/${schema.id}/rotate/`);
    return outcomeOf(answer, ({ body }) => {
      const {
        generation: _,
        key_checks: __,
        earlier_key_checks: ___,
        ...rest
      } = body as Record<string, unknown>;
      return rest;
    });
  },
  async check() {
    const wrong = await disclosureFault();
    const now = await accessState();
    if (now.state !== 'accepted' || now.unexpected.length > 0) return wrong ?? JSON.stringify(now);
    return wrong;
  },
  maxLies: 1,
  // prettier-ignore
  calls: ['PUT /api/schemas/:id/key-checks/', 'GET /api/requests/', 'GET /api/schemas/:id/teams/', 'GET /api/schemas/:id/grants/'],
};

const actions = [fulfilling, fulfillingAll, receiving, adding, removing, confirming, identifying, rotating];

testLies({
  liar,
  pool,
  actions,
  unsignedFields: unsignedSharingFields,
  covers: coveredCalls.sharing,
  minLies: 400,
});
