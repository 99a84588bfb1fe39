/** A proxy accepts a sealed key from the service only if a known person sealed it for exactly this purpose. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '@cloakroom/contract/identities.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import { keyCheck } from '@cloakroom/sealed-index/crypto/checks.ts';
import type { SealedKeyContext } from '@cloakroom/proxy/sharing/sealedKey.ts';
import { opened, sealedKeyOf, type Opened } from './support/forger.ts';
import { wordsOf } from '#tests/proxy/sharing/support.ts';
import { flippedAt, startTampering } from './support/tampering.ts';

const world = await startTampering();
const { ada, thief, schema, other } = world;
/** Grace knows Ada and waits for keys. */
const grace = await world.newcomer();
/** A malicious data owner whom Grace has never seen. */
const eve = await world.newcomer();
const ids = {
  ada: (await ada.identity()).id,
  grace: (await grace.identity()).id,
  eve: (await eve.identity()).id,
};
const people = { ada: await opened(ada), grace: await opened(grace), eve: await opened(eve) };
/** The waiting keys by field: the material and its request. */
let waiting: Record<'name' | 'age', { material: string; request: string }>;

beforeAll(async () => {
  await ada.admit(other, 'requesters', grace.who);
  await ada.compareAndFulfilAll();
  expect(await grace.compareAndReceiveAll()).toHaveLength(1);
  await ada.admit(schema, 'owners', grace.who);
  await ada.admit(schema, 'owners', eve.who);
  await ada.compareAndFulfilAll();
  const materials = await grace.waiting();
  const of = (field: string) => {
    const { id, request } = materials.find(({ request }) => typeof request !== 'string' && request.field_name === field)!; // prettier-ignore
    return { material: id, request: typeof request === 'string' ? request : request.id };
  };
  waiting = { name: of('name'), age: of('age') };
});
afterEach(() => thief.undoAll());
afterAll(() => world.close());

const material = () => waiting.name.material;
const refuses = async (says: RegExp) => {
  const before = await grace.overrides();
  await expect(grace.receive(material())).rejects.toThrow(says);
  expect(await grace.overrides()).toEqual(before);
  expect(await thief.row('materials', material())).toMatchObject({ proofed: null });
};
const column = (name: 'payload' | 'signature', transform: (text: string) => string) => () =>
  thief.transform('materials', material(), name, transform);
const of = async (table: 'materials' | 'identities', id: string, name: string) =>
  String((await thief.row(table, id))[name]);
/** Replaces the waiting key with another sealed key. */
const replace = async (sealedKey: { payload: string; signature: string }, uploadedBy: string) => {
  await thief.change('materials', material(), 'payload', sealedKey.payload);
  await thief.change('materials', material(), 'signature', sealedKey.signature);
  await thief.change('materials', material(), 'uploaded_by', uploadedBy);
};
const rightKey = (field: string) => people.ada.keyring.fieldKey(schema.id, field, 1);
/** Seals for Grace's request for the field "name", correctly except for the given changes. */
const sealedBy = (who: Opened, changes: Partial<SealedKeyContext> = {}, keys?: Map<number, Buffer>) => {
  const { request } = waiting.name;
  const address = { request, schema: schema.id, field: 'name', recipient: people.grace.party, ...changes };
  return sealedKeyOf(who, address, keys ?? new Map([[1, rightKey('name')]]));
};
const unsigned = /does not bear their signature/;
const changed = /another identity than the one you know/;

type Case = [what: string, change: () => Promise<unknown>];

describe('rejects a key that', () => {
  test.each<Case>([
    ...[0, 1, 20, 42, 43, 60, 100, -2, -1].map((at): Case => [
      `had character ${at} of its seal changed`,
      column('payload', flippedAt(at)),
    ]),
    ...[1, 30, 60, 100].map((at): Case => [
      `lost the last ${at} characters of its seal`,
      column('payload', (text) => text.slice(0, -at)),
    ]),
    ['lost its seal', column('payload', () => '')],
    ['has additional characters at the end of its seal', column('payload', (text) => `${text}AA`)],
    ['has a seal of random bytes', column('payload', () => randomBytes(150).toString('base64url'))],
    [
      'has the seal of another key',
      async () =>
        thief.change(
          'materials',
          material(),
          'payload',
          await of('materials', waiting.age.material, 'payload'),
        ),
    ],
    ...[0, 1, 63, 64, 126, 127].map((at): Case => [
      `had digit ${at} of its signature changed`,
      column('signature', flippedAt(at)),
    ]),
    ['lost half its signature', column('signature', (text) => text.slice(64))],
    ['lost its signature', column('signature', () => '')],
    ['has its signature in capitals', column('signature', (text) => text.toUpperCase())],
    [
      'has the signature of another key',
      async () =>
        thief.change(
          'materials',
          material(),
          'signature',
          await of('materials', waiting.age.material, 'signature'),
        ),
    ],
    [
      'is another key with its own seal and signature',
      async () =>
        replace(
          {
            payload: await of('materials', waiting.age.material, 'payload'),
            signature: await of('materials', waiting.age.material, 'signature'),
          },
          ids.ada,
        ),
    ],
    [
      'answers another request',
      () => thief.change('materials', material(), 'request_id', waiting.age.request),
    ],
    [
      'was sealed by its sender for another request',
      async () => replace(await sealedBy(people.ada, { request: waiting.age.request }), ids.ada),
    ],
    [
      'was sealed by its sender for another field',
      async () => replace(await sealedBy(people.ada, { field: 'city' }), ids.ada),
    ],
    [
      'was sealed by its sender for another schema',
      async () => replace(await sealedBy(people.ada, { schema: other.id }), ids.ada),
    ],
    [
      'was sealed by its sender for another person',
      async () => replace(await sealedBy(people.ada, { recipient: people.eve.party }), ids.ada),
    ],
    [
      'was signed by another person in the sender’s name',
      async () => replace(await sealedBy(people.eve, { sender: people.ada.party }), ids.ada),
    ],
    [
      'was sealed by another person and attributed to the sender',
      async () => replace(await sealedBy(people.eve), ids.ada),
    ],
    [
      'belongs to a request that now names another field',
      async () => {
        await thief.change('requests', waiting.name.request, 'field_name', 'salary');
      },
    ],
    [
      'belongs to a request that now names another schema',
      () => thief.change('requests', waiting.name.request, 'schema_id', other.id),
    ],
  ])('%s', async (_, change) => {
    await change();
    await refuses(unsigned);
  });

  // prettier-ignore
  test.each<[what: string, change: () => Promise<unknown>, says: RegExp]>([
    ['comes from an identity with another signing key', () => thief.transform('identities', ids.ada, 'primary_public_key', flippedAt(0)), changed],
    ['comes from an identity with another receiving key', () => thief.transform('identities', ids.ada, 'sub_public_key', flippedAt(63)), changed],
    ['comes from another identity of the sender', async () => { await thief.change('identities', ids.eve, 'user_id', ada.who.user.id); await replace(await sealedBy(people.eve), ids.eve); }, changed],
    ['comes from the recipient according to the service', () => thief.change('materials', material(), 'uploaded_by', ids.grace), unsigned],
    ['comes from a revoked identity', () => thief.change('identities', ids.ada, 'revoked', new Date()), /revoked this identity/],
    ['is a wrong key from its true sender', async () => replace(await sealedBy(people.ada, {}, new Map([[1, randomBytes(32)]])), ids.ada), /key of the field \\"name\\" of \\"People\\" from Ada Byron is not the key/],
    ['is the key of another field from its true sender', async () => replace(await sealedBy(people.ada, {}, new Map([[1, rightKey('age')]])), ids.ada), /is not the key/],
    ['contains a key of a nonexistent generation in addition to the right one', async () => replace(await sealedBy(people.ada, {}, new Map([[1, rightKey('name')], [2, randomBytes(32)]])), ids.ada), /is not the key/],
    ['contains no key', async () => replace(await sealedBy(people.ada, {}, new Map([[0, randomBytes(32)]])), ids.ada), /holds no key/],
    ['does not match the key check of the schema', async () => thief.change('schemas', schema.id, 'key_checks', { ...((await thief.row('schemas', schema.id)).key_checks as object), name: '0'.repeat(32) }), /is not the key/],
    ['no longer has a key check in the schema', () => thief.change('schemas', schema.id, 'key_checks', {}), /is not the key/],
    ['is a wrong key from an unknown person', async () => replace(await sealedBy(people.eve, {}, new Map([[1, randomBytes(32)]])), ids.eve), /No device of .* is known/],
  ])('%s', async (_, change, says) => {
    await change();
    await refuses(says);
  });

  test('was sealed for another person, no matter who receives it', async () => {
    const eveRequests = (await eve.waiting()).map(({ request }) => request as Request);
    const request = eveRequests.find(({ field_name }) => field_name === 'name')!.id;
    await thief.change('materials', material(), 'request_id', request);
    await expect(grace.receive(material())).rejects.toThrow('not found');
    const before = await eve.overrides();
    await expect(eve.receive(material(), wordsOf(await ada.identity()))).rejects.toThrow(unsigned);
    expect(await eve.overrides()).toEqual(before);
  });
});

test('a rejected key does not prevent others from being received', async () => {
  await thief.transform('materials', material(), 'signature', flippedAt(5));
  expect((await grace.receiveAll()).map(({ field_name }) => field_name).sort()).toEqual([
    '__query',
    'age',
    'city',
  ]);
  await expect(grace.receiveAll()).rejects.toThrow(
    /key of the field \\"name\\" of \\"People\\" from Ada Byron does not bear/,
  );
});

test('the sender of a rejected key is not pinned', async () => {
  const { keyring } = await opened(grace);
  expect(keyring.trusts(eve.who.user.id, people.eve.party)).toBe(false);
  expect(keyring.trusts(ada.who.user.id, people.ada.party)).toBe(true);
});

test('an unchanged key is received and decrypts records', async () => {
  expect(await grace.receiveAll()).toHaveLength(1);
  const { records } = await grace.search({ schema: schema.id });
  expect(await grace.decrypt(records)).toEqual(await ada.decrypt(records));
});

test('a received key is not replaced by another one', async () => {
  const identity: Identity = await grace.identity();
  await grace.send('POST', '/api/requests/', { schema: schema.id, identity: identity.id });
  const { request } = await ada.askedBy(grace.who, 'name');
  const forged = randomBytes(32);
  await ada.fulfil(request);
  const [waitingAgain] = await grace.waiting();
  const address = { request, schema: schema.id, field: 'name', recipient: people.grace.party };
  const sealedKey = await sealedKeyOf(people.ada, address, new Map([[1, forged]]));
  await thief.change('materials', waitingAgain!.id, 'payload', sealedKey.payload);
  await thief.change('materials', waitingAgain!.id, 'signature', sealedKey.signature);
  const checks = (await thief.row('schemas', schema.id)).key_checks as object;
  await thief.change('schemas', schema.id, 'key_checks', {
    ...checks,
    name: keyCheck(forged, schema.id, 'name'),
  });
  await expect(grace.receive(waitingAgain!.id)).rejects.toThrow('names other keys of generation 1');
  await thief.undoAll();
  const { records } = await grace.search({ schema: schema.id });
  expect(await grace.decrypt(records)).toEqual(await ada.decrypt(records));
});
