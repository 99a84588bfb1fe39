/** A keyring that is missing on a machine whose owner had keys: the message, and the restoration. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Identity } from '@cloakroom/contract/identities.ts';
import { minCost } from '@cloakroom/proxy/crypto/passphrase.ts';
import { openKeyrings } from '@cloakroom/proxy/keyring/keyrings.ts';
import { phraseOf } from '@cloakroom/proxy/keyring/phrase.ts';
import { deviceOf, startOrganization, rows, type Device } from '#tests/proxy/sharing/support.ts';
import { startProxy } from '#tests/proxy/support/proxy.ts';
import { relay } from '#tests/proxy/support/relay.ts';
import { person } from '#tests/service/support/people.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { tracesIn } from '#tests/support/traces.ts';
import { keyringOf, lose } from './support.ts';

const world = await startOrganization();
const { url } = world.service;
const closing: Device[] = [];
afterAll(async () => {
  for (const { proxy } of closing) await proxy.close();
  await world.close();
});
const lost = async (device: Device, upstream = url) => {
  const again = await lose(device, upstream);
  closing.push(again);
  return again;
};
const organization = world.ada.who.organization.id;
/**
 * A person who made a schema.
 * @param stored - whether it holds records.
 */
const founder = async (stored = true) => {
  const device = await world.device(await person(world.service, { organization, admin: true }));
  const schema = await device.people(`Schema of ${device.who.user.id}`);
  if (stored)
    expect(await device.uploaded(schema.id, rows, 'text/csv')).toMatchObject({ status: 'complete' });
  return { device, schema, words: await keyringOf(device).words() };
};
const read = async (device: Device, schema: string) => {
  const { records } = await device.search({ schema });
  return (await device.decrypt(records)).map(({ data }) => data.name).sort();
};
const files = (device: Device) => readdir(join(device.proxy.dataDir, 'keyrings')).catch(() => []);
const names = ['Ada', 'Grace', 'Rita'];

describe('a lost keyring', () => {
  it('is reported as missing with what is known of it, and nothing is made in its place', async () => {
    const { device, schema } = await founder(false);
    const identity = await device.identity();
    const again = await lost(device);
    expect(await keyringOf(again).standing()).toMatchObject({
      state: 'missing',
      device_id: null,
      earlier: {
        devices: [{ device_id: identity.device_id, created: identity.created }],
        schemas: [{ id: schema.id, name: schema.name }],
      },
    });
    for (const call of [
      () => again.search({ schema: schema.id }),
      () => again.overrides(),
      () => again.identity(),
    ])
      await expect(call()).rejects.toThrow(
        /no keys of yours, but you had keys on the device .*24 recovery words/,
      );
    expect(await files(again)).toEqual([]);
  });

  it('is written again while the proxy runs', async () => {
    const { device, schema, words } = await founder();
    await rm(join(device.proxy.dataDir, 'keyrings'), { recursive: true });
    expect(await read(device, schema.id)).toEqual(names);
    expect(await keyringOf(device).words()).toBe(words);
    // The keyring, its passphrase and the password's verifier, each with its copy.
    expect(await files(device)).toHaveLength(6);
    // The existing keyring's words are those that were written down.
    expect(await keyringOf(device).restore(words)).toMatchObject({ state: 'open', phrase: 'confirmed' });
  });
});

describe('refuses', () => {
  it('words that are no phrase, or not of this account, with the reason, and changes nothing', async () => {
    const { device } = await founder(false);
    const again = await lost(device);
    for (const [words, reason] of [
      ['abandon ability', '24 words; this one has 2'],
      [`${'abandon '.repeat(23)}cloakroom`, 'Word 24 is not in the list'],
      ['abandon '.repeat(24), 'not a recovery phrase'],
      [phraseOf(Buffer.alloc(32, 7)), 'not of your keyring: the schema'],
    ] as const)
      await expect(keyringOf(again).restore(words)).rejects.toThrow(reason);
    expect(await keyringOf(again).standing()).toMatchObject({ state: 'missing' });
    expect(await files(again)).toEqual([]);
  });

  it('words of another person, who made the keys of a schema that one sees', async () => {
    const { words } = await founder(false);
    const bea = await world.newcomer();
    await bea.identity();
    const again = await lost(bea);
    await expect(keyringOf(again).restore(words)).rejects.toThrow("another person's keyring");
    await again.begin();
    await expect(keyringOf(again).restore(words)).rejects.toThrow("another person's keyring");
  });

  it('words of another keyring, by the device that the lost one registered', async () => {
    const bea = await world.newcomer();
    await bea.identity();
    const words = await keyringOf(bea).words();
    const again = await lost(bea);
    await expect(keyringOf(again).restore(phraseOf(Buffer.alloc(32, 7)))).rejects.toThrow(
      'none of your devices',
    );
    expect(await keyringOf(again).restore(words)).toMatchObject({ state: 'open' });
  });

  it('words that nothing at the service can verify, if a keyring exists', async () => {
    const bea = await world.newcomer();
    await keyringOf(bea).standing();
    await expect(keyringOf(bea).restore(phraseOf(Buffer.alloc(32, 7)))).rejects.toThrow('were not added');
  });
});

describe('a keyring that was begun in place of the lost one', () => {
  it('is joined: the old records decrypt, and what was begun, received and made since stays', async () => {
    const { device, schema, words } = await founder();
    const { device: grace, schema: shared } = await founder();
    await grace.admit(shared, 'owners', device.who);

    const again = await lost(device);
    expect(await again.begin()).toMatchObject({ state: 'open', phrase: 'unseen' });
    const identity = await again.identity();
    const { identity: asking } = await grace.askedBy(again.who);
    expect(asking.id).toBe(identity.id);
    await grace.compareAndFulfilAll();
    await again.compareAndReceiveAll();
    const since = await again.people('Made since');
    await again.uploaded(since.id, rows, 'text/csv');
    await expect(again.search({ schema: schema.id })).rejects.toThrow('made with another keyring of yours');
    const overrides = await again.overrides();
    const begun = await keyringOf(again).words();

    expect(await keyringOf(again).restore(words)).toMatchObject({
      state: 'open',
      phrase: 'unseen',
      device_id: identity.device_id,
    });
    for (const id of [schema.id, shared.id, since.id]) expect(await read(again, id)).toEqual(names);
    expect(await again.overrides()).toEqual(overrides);

    // The next machine needs both phrases: the one that was not written down is shown.
    expect(await keyringOf(again).words()).toBe(begun);
    const next = await lost(again);
    await keyringOf(next).restore(words);
    await keyringOf(next).restore(begun);
    for (const id of [schema.id, since.id]) expect(await read(next, id)).toEqual(names);
  });

  it('finishes the uploads that it had begun', async () => {
    const { device, words, schema } = await founder();
    const wire = await relay(url);
    const again = await lost(device, wire.url);
    await again.begin();
    const since = await again.people('Begun since');
    const sending = wire.loseAnswerTo('PUT /api/segments/');
    const job = await again.accepted(since.id, rows, 'text/csv');
    await sending;
    await wire.cut();
    await again.proxy.app.close();
    const { dataDir } = again.proxy;
    await openKeyrings(join(dataDir, 'keyrings'), { cost: minCost }).restore(again.who.user.id, words);

    // The job uses its own credentials, which are sealed with a key of the new keyring.
    await wire.mend();
    const later = deviceOf(await startProxy(wire.url, dataDir), again.who);
    closing.push(later);
    const stored = () => readFile(join(dataDir, 'spool', job, 'job.json'), 'utf8');
    await expect.poll(stored, pollTimeout).toContain('"complete"');
    for (const id of [schema.id, since.id]) expect(await read(later, id)).toEqual(names);
    await wire.cut();
  });
});

it('never sends the words to the service, however the path is written', async () => {
  const { device, words } = await founder(false);
  const wire = await relay(url);
  const again = await lost(device, wire.url);
  for (const path of [
    '/api/keyring/%72estore/',
    '//api/keyring//restore/',
    '/api/keyring/restore',
    '/API/keyring/restore/',
  ])
    await again.send('POST', path, { words: `${words} ` });
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    await again.send(method, '/api/keyring/restore/', { words });
  await keyringOf(again).restore(words);
  // Groups of three words: the inner base64 of two short ones has four characters, which other bytes have by chance.
  const all = words.split(' ');
  const triples = all.slice(2).map((word, at) => `${all[at]} ${all[at + 1]} ${word}`);
  expect(triples.flatMap((triple) => tracesIn(wire.sent(), triple))).toEqual([]);
  await wire.cut();
});

it('makes the identity automatically for a person who fulfils without one', async () => {
  const { device, schema } = await founder(false);
  const bea = await world.newcomer();
  await bea.identity();
  await device.admit(schema, 'requesters', bea.who);
  expect(await device.compareAndFulfilAll()).toHaveLength(1);
  const made = await device.read(z.array(Identity), 'GET', '/api/identities/');
  expect(made).toMatchObject([{ device_id: (await keyringOf(device).standing()).device_id, revoked: null }]);
  expect(await bea.compareAndReceiveAll()).toHaveLength(1);
});
