/** Whatever the service claims about a request, a key is sealed only for the intended person. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { receivingPair } from '@cloakroom/proxy/crypto/hpke.ts';
import { signingPair } from '@cloakroom/proxy/crypto/sign.ts';
import { wordsOf } from '#tests/proxy/sharing/support.ts';
import { flippedAt, startTampering } from './support/tampering.ts';

const world = await startTampering();
const { ada, thief, schema, other } = world;
/** Grace is known to Ada and waits for a key. */
const grace = await world.newcomer();
/** Eve is known to Ada and has no grant for the first schema. */
const eve = await world.newcomer();
/** Rita waits for the query key. */
const rita = await world.newcomer();
/** Hedy has never been seen by Ada. */
const hedy = await world.newcomer();
const ids = {
  grace: (await grace.identity()).id,
  eve: (await eve.identity()).id,
  rita: (await rita.identity()).id,
  hedy: (await hedy.identity()).id,
};
const requests = { grace: '', rita: '', hedy: '' };

beforeAll(async () => {
  await ada.admit(other, 'owners', eve.who);
  await ada.admit(schema, 'owners', grace.who);
  for (const [who, field] of [
    [eve.who, '__query'],
    [grace.who, 'city'],
  ] as const) {
    const { request, identity } = await ada.askedBy(who, field);
    await ada.fulfil(request, wordsOf(identity));
  }
  await ada.admit(schema, 'requesters', rita.who);
  await ada.admit(schema, 'owners', hedy.who);
  requests.grace = (await ada.askedBy(grace.who, 'name')).request;
  requests.rita = (await ada.askedBy(rita.who, '__query')).request;
  requests.hedy = (await ada.askedBy(hedy.who, 'name')).request;
});
afterEach(() => thief.undoAll());
afterAll(() => world.close());

const refuses = async (request: string, says: RegExp, fingerprint?: string) => {
  const before = await thief.count('materials');
  await expect(ada.fulfil(request, fingerprint)).rejects.toThrow(says);
  expect(await thief.count('materials')).toBe(before);
};
const keysOf = async (identity: string) => {
  const { primary_public_key: signs, sub_public_key: receives } = await thief.row('identities', identity);
  return { signs: String(signs), receives: String(receives) };
};
const setKeys = async (identity: string, { signs, receives }: { signs?: string; receives?: string }) => {
  if (signs !== undefined) await thief.change('identities', identity, 'primary_public_key', signs);
  if (receives !== undefined) await thief.change('identities', identity, 'sub_public_key', receives);
};
const hedysWords = async () => wordsOf((await ada.askedBy(hedy.who, 'name')).identity);
const newKeys = () => ({
  signs: signingPair().publicKey.toString('hex'),
  receives: receivingPair().publicKey.toString('hex'),
});

type Case = [what: string, change: () => Promise<unknown>, says?: RegExp];

describe('nothing is sealed for a known person', () => {
  const digitIndexes = [0, 1, 31, 32, 62, 63];
  test.each<Case>([
    ...digitIndexes.map((at): Case => [
      `with digit ${at} of the receiving key changed`,
      () => thief.transform('identities', ids.grace, 'sub_public_key', flippedAt(at)),
    ]),
    ...digitIndexes.map((at): Case => [
      `with digit ${at} of the signing key changed`,
      () => thief.transform('identities', ids.grace, 'primary_public_key', flippedAt(at)),
    ]),
    [
      'with the receiving key of another person',
      async () => setKeys(ids.grace, { receives: (await keysOf(ids.eve)).receives }),
    ],
    [
      'with the signing key of another person',
      async () => setKeys(ids.grace, { signs: (await keysOf(ids.eve)).signs }),
    ],
    ['with both keys of another person', async () => setKeys(ids.grace, await keysOf(ids.eve))],
    ['with both keys of an unknown person', () => setKeys(ids.grace, newKeys())],
    [
      'with the two keys exchanged',
      async () => {
        const { signs, receives } = await keysOf(ids.grace);
        await setKeys(ids.grace, { signs: receives, receives: signs });
      },
    ],
    ['with no receiving key', () => setKeys(ids.grace, { receives: '' }), /no keys that can be used/],
    [
      'with half a receiving key',
      () => thief.transform('identities', ids.grace, 'sub_public_key', (key) => key.slice(32)),
      /no keys that can be used/,
    ],
    [
      'with a key that leads to the same shared secret for every sender',
      () => setKeys(ids.grace, { receives: '0'.repeat(64) }),
    ],
    [
      'with a revoked identity',
      () => thief.change('identities', ids.grace, 'revoked', new Date()),
      /revoked/,
    ],
    [
      'with another person’s identity under their name',
      async () => {
        await thief.change('identities', ids.eve, 'user_id', grace.who.user.id);
        await thief.change('requests', requests.grace, 'identity_id', ids.eve);
      },
    ],
  ])('%s', async (_, change, says = /another identity than the one you know/) => {
    await change();
    await refuses(requests.grace, says);
  });
});

describe('nothing is sealed for a person who is seen for the first time', () => {
  test.each<Case>([
    ...[0, 63].map((at): Case => [
      `when words were compared, with digit ${at} of the receiving key changed`,
      () => thief.transform('identities', ids.hedy, 'sub_public_key', flippedAt(at)),
    ]),
    ...[0, 63].map((at): Case => [
      `when words were compared, with digit ${at} of the signing key changed`,
      () => thief.transform('identities', ids.hedy, 'primary_public_key', flippedAt(at)),
    ]),
    ['when words were compared, with both keys of an unknown person', () => setKeys(ids.hedy, newKeys())],
    [
      'when words were compared, with both keys of another person',
      async () => setKeys(ids.hedy, await keysOf(ids.eve)),
    ],
  ])('%s', async (_, change) => {
    const compared = await hedysWords();
    await change();
    await refuses(requests.hedy, /not the fingerprint/, compared);
  });

  test.each<Case>([
    ['with both keys of a known person', async () => setKeys(ids.hedy, await keysOf(ids.eve))],
    [
      'with one key of a known person',
      async () => setKeys(ids.hedy, { receives: (await keysOf(ids.eve)).receives }),
    ],
    [
      'with one of Ada’s own keys',
      async () => setKeys(ids.hedy, { receives: (await keysOf((await ada.identity()).id)).receives }),
    ],
  ])('%s', async (_, change) => {
    await change();
    await refuses(requests.hedy, /No device of .* is known/);
    const before = await thief.count('materials');
    await expect(ada.fulfilUncompared(requests.hedy)).rejects.toThrow(
      /known as another identity’s|an identity of yours/,
    );
    expect(await thief.count('materials')).toBe(before);
  });
});

describe('nothing is sealed for a request', () => {
  test.each<[what: string, request: keyof typeof requests, change: () => Promise<unknown>, says: RegExp]>([
    [
      'that names the identity of a person on no team',
      'grace',
      () => thief.change('requests', requests.grace, 'identity_id', ids.eve),
      /on no team/,
    ],
    [
      'that names the identity of a person who may not have this key',
      'grace',
      () => thief.change('requests', requests.grace, 'identity_id', ids.rita),
      /on no team/,
    ],
    [
      'whose identity was given to a person on no team',
      'grace',
      () => thief.change('identities', ids.grace, 'user_id', eve.who.user.id),
      /on no team/,
    ],
    [
      'that names a field which does not exist',
      'grace',
      () => thief.change('requests', requests.grace, 'field_name', 'salary'),
      /is not a field of/,
    ],
    [
      'that names a property of all objects as its field',
      'grace',
      () => thief.change('requests', requests.grace, 'field_name', '__proto__'),
      /is not a field of/,
    ],
    [
      'that names a field instead of the query key',
      'rita',
      () => thief.change('requests', requests.rita, 'field_name', 'name'),
      /on no team/,
    ],
    [
      'that names another schema',
      'grace',
      () => thief.change('requests', requests.grace, 'schema_id', other.id),
      /on no team/,
    ],
    [
      'that names another schema for the query key',
      'rita',
      () => thief.change('requests', requests.rita, 'schema_id', other.id),
      /on no team/,
    ],
    [
      'that was denied',
      'grace',
      () => thief.change('requests', requests.grace, 'denied', new Date()),
      /not found/,
    ],
    [
      'that has expired',
      'grace',
      () => thief.change('requests', requests.grace, 'expires', new Date(0)),
      /not found/,
    ],
  ])('%s', async (_, request, change, says) => {
    await change();
    await refuses(requests[request], says);
  });
});

describe('nothing is sealed with a key', () => {
  const checks = async () => (await thief.row('schemas', schema.id)).key_checks as Record<string, string>;
  test.each<Case>([
    [
      'that the schema never named',
      async () =>
        thief.change('schemas', schema.id, 'key_checks', { ...(await checks()), name: '0'.repeat(32) }),
      /lacks the key|names other keys/,
    ],
    [
      'that the schema names for another field',
      async () =>
        thief.change('schemas', schema.id, 'key_checks', { ...(await checks()), name: (await checks()).age }),
      /lacks the key|names other keys/,
    ],
    [
      'that another schema names',
      async () =>
        thief.change('schemas', schema.id, 'key_checks', (await thief.row('schemas', other.id)).key_checks),
      /lacks the key|names other keys/,
    ],
    [
      'that the schema does not name',
      async () => thief.change('schemas', schema.id, 'key_checks', { __query: (await checks()).__query }),
      /has no keys yet/,
    ],
    [
      'of a nonexistent generation',
      () => thief.change('schemas', schema.id, 'generation', 2),
      /lacks the|no keys|changed/,
    ],
  ])('%s', async (_, change, says = /./) => {
    await change();
    await refuses(requests.grace, says);
  });
});

test('unchanged requests are all fulfilled, and each key works', async () => {
  await ada.fulfil(requests.hedy, await hedysWords());
  await ada.compareAndFulfilAll();
  expect(await ada.outstanding()).toEqual([]);
  for (const device of [grace, hedy, rita, eve]) expect(await device.compareAndReceiveAll()).not.toEqual([]);
  const { records } = await grace.search({ schema: schema.id });
  expect(await grace.decrypt(records)).toEqual(await ada.decrypt(records));
});
