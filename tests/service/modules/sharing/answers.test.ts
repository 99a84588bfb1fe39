/**
 * A request is answered once: fulfilled by a person who may share the key, or denied; only the recipient gets the
 * key.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '@cloakroom/contract/identities.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import { materials, organizationUsers, repeats, requests } from '@cloakroom/service/db/schema.ts';
import type { Someone } from '#tests/service/support/people.ts';
import { startService } from '#tests/service/support/service.ts';
import { logged } from '#tests/service/support/stored.ts';
import { deviceOf, fulfilled, outstanding, sealedFor } from '#tests/service/support/sharing.ts';
import { makeWorld, type World } from '#tests/service/support/world.ts';

const service = await startService();
let world: World;
/** The data owner's device, and the request of the requester's. */
let sealer: Identity;
let asked: Request;
beforeEach(async () => {
  world = await makeWorld(service);
  sealer = await deviceOf(service, world.people.dataOwner);
  const device = await deviceOf(service, world.people.requester);
  asked = (await outstanding(service, world.people.dataOwner)).find(
    ({ identity }) => identity === device.url,
  )!;
});
afterAll(() => service.close());

const upload = (who: Someone, body: object) => world.call(who, 'POST', '/api/materials/', body);
const deny = (who: Someone, body: object = {}) =>
  world.call(who, 'POST', `/api/requests/${asked.id}/deny/`, body);
const row = async () => (await service.database.select().from(requests).where(eq(requests.id, asked.id)))[0]!;
const stored = () => service.database.select().from(materials).where(eq(materials.request, asked.id));

describe('a key is shared', () => {
  test('by a data owner, once: the request is fulfilled and its recipient finds the key', async () => {
    const { dataOwner, requester } = world.people;
    const body = sealedFor(asked.id, sealer.id);
    const answer = await upload(dataOwner, body);
    expect(answer.statusCode).toBe(201);
    const { proof: _, ...shown } = body;
    expect(answer.json()).toMatchObject({
      ...shown,
      request: `/api/requests/${asked.id}/`,
      uploaded_by: sealer.url,
    });
    expect(answer.body).not.toContain(body.proof);
    expect(await outstanding(service, dataOwner)).not.toContainEqual(asked);
    const waiting = await world.call(requester, 'GET', '/api/materials/?proofed=false');
    expect(waiting.json()).toEqual([answer.json()]);
    expect((await upload(dataOwner, sealedFor(asked.id, sealer.id))).statusCode).toBe(409);
    expect((await deny(dataOwner)).statusCode).toBe(409);
    const [entry] = await logged(service, { model: 'material', actor: dataOwner.user.id });
    const changes = { field_name: '__query', user: requester.user.id, schema: world.schema.id };
    expect(entry).toMatchObject({ action: 'create', changes: { ...changes, uploaded_by: sealer.id } });
    expect(JSON.stringify(entry)).not.toContain(body.payload);
  });

  test('by one of twenty simultaneous attempts, including denials', async () => {
    const { dataOwner } = world.people;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        number % 4 === 3 ? deny(dataOwner) : upload(dataOwner, sealedFor(asked.id, sealer.id)),
      ),
    );
    const won = answers.filter(({ statusCode }) => statusCode < 300);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
    const { fulfilled: at, denied } = await row();
    expect([at, denied].filter(Boolean)).toHaveLength(1);
    expect(await stored()).toHaveLength(at ? 1 : 0);
  });

  test('once, when the answer is lost and it is sent again under its idempotency key', async () => {
    const { dataOwner } = world.people;
    const body = sealedFor(asked.id, sealer.id);
    const send = () =>
      service.app.inject({
        method: 'POST',
        url: '/api/materials/',
        headers: { ...dataOwner.headers, 'idempotency-key': `again-${asked.id}` },
        payload: body,
      });
    const [one, two] = [await send(), await send()];
    expect([two.statusCode, two.json()]).toEqual([201, one.json()]);
    const replies = await service.database.select().from(repeats);
    expect(JSON.stringify(replies)).not.toContain(body.payload);
    expect(await stored()).toHaveLength(1);
  });

  test('not from a revoked device, not too late', async () => {
    const { dataOwner } = world.people;
    const refused = async (who: Someone, uploadedBy: string) => {
      const answer = await upload(who, sealedFor(asked.id, uploadedBy));
      return [answer.statusCode, answer.json<{ detail: string }>().detail];
    };
    await world.call(dataOwner, 'DELETE', sealer.url);
    expect((await refused(dataOwner, sealer.id))[0]).toBe(409);
    const next = await deviceOf(service, dataOwner);
    service.later(30 * 24 * 3_600_000);
    expect(await refused(dataOwner, next.id)).toEqual([
      409,
      'This request has expired. Look at the list of requests again.',
    ]);
    expect(await stored()).toEqual([]);
    expect((await row()).fulfilled).toBeNull();
  });

  test('not with a person who has left the organization', async () => {
    const { dataOwner, requester } = world.people;
    await service.database.delete(organizationUsers).where(eq(organizationUsers.user, requester.user.id));
    expect((await upload(dataOwner, sealedFor(asked.id, sealer.id))).statusCode).toBe(404);
  });
});

describe('a request is denied', () => {
  test('with a reason that its requestor can read, and is no longer outstanding', async () => {
    const { dataOwner, requester } = world.people;
    const answer = await deny(dataOwner, { reason: ' Ask your lead first. ' });
    expect(answer.json()).toMatchObject({ id: asked.id, reason: 'Ask your lead first.' });
    expect(answer.json<Request>().denied).not.toBeNull();
    expect((await outstanding(service, dataOwner)).map(({ id }) => id)).not.toContain(asked.id);
    const [own] = (await world.call(requester, 'GET', '/api/identities/')).json<[Identity]>();
    expect((await world.call(requester, 'GET', `${own.url}keys/`)).json()).toMatchObject([
      { field_name: '__query', reason: 'Ask your lead first.', received: null },
    ]);
    expect((await upload(dataOwner, sealedFor(asked.id, sealer.id))).statusCode).toBe(409);
    expect((await deny(dataOwner)).statusCode).toBe(409);
  });
});

describe('a key arrives', () => {
  const prove = (who: Someone, url: string, proof: string) =>
    world.call(who, 'POST', `${url}proof/`, { proof });
  const acknowledge = (who: Someone, url: string) => world.call(who, 'POST', `${url}acknowledge/`);

  test('once its recipient shows the proof: then the sealed key is deleted at the service', async () => {
    const { dataOwner, requester } = world.people;
    const { material, proof } = await fulfilled(service, dataOwner, sealer.id, asked.id);
    expect((await acknowledge(requester, material.url)).statusCode).toBe(409);
    expect((await prove(requester, material.url, proof)).statusCode).toBe(204);
    expect((await world.call(requester, 'GET', '/api/materials/?proofed=false')).json()).toEqual([]);
    expect((await row()).received).toBeNull();
    for (const again of [1, 2])
      expect([(await acknowledge(requester, material.url)).statusCode, again]).toEqual([204, again]);
    expect((await prove(requester, material.url, proof)).statusCode).toBe(204);
    expect((await row()).received).not.toBeNull();
    expect(await stored()).toMatchObject([{ payload: '' }]);
    expect(await logged(service, { object: material.id, action: 'update' })).toHaveLength(1);
  });

  test('not with a wrong proof, however close', async () => {
    const { dataOwner, requester } = world.people;
    const { material, proof } = await fulfilled(service, dataOwner, sealer.id, asked.id);
    const wrong = [
      `${proof.startsWith('0') ? '1' : '0'}${proof.slice(1)}`,
      `${proof.slice(0, -1)}${proof.endsWith('0') ? '1' : '0'}`,
      '0'.repeat(64),
      proof.toUpperCase().replace(/\d/g, 'F'),
      proof.slice(1),
      '',
    ];
    for (const other of wrong) expect((await prove(requester, material.url, other)).statusCode).toBe(400);
    expect(await stored()).toMatchObject([{ proofed: null }]);
  });
});
