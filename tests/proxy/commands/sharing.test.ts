/** Keys from person to person on the command line: Ada's and Bea's, each before a proxy of their own. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Grant } from '@cloakroom/contract/grants.ts';
import { Identity } from '@cloakroom/contract/identities.ts';
import { Material, ReceivedKey } from '@cloakroom/contract/materials.ts';
import { DecryptedRecord } from '@cloakroom/contract/records.ts';
import { Request } from '@cloakroom/contract/requests.ts';
import { Team } from '@cloakroom/contract/teams.ts';
import { rows, startOrganization, type Device } from '#tests/proxy/sharing/support.ts';
import { password } from '#tests/service/support/people.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { commandLineWith } from './support/commandLine.ts';

const world = await startOrganization();
const folder = await temporaryFolder();
afterAll(() => world.close());

const lineOf = ({ proxy, who }: Device) =>
  commandLineWith(() => ({
    CLOAKROOM_EMAIL: who.user.email,
    CLOAKROOM_PASSWORD: password,
    PROXY_PORT: new URL(proxy.url).port,
    UPSTREAM: world.service.url,
    DATA_DIR: join(folder, who.user.id),
  }));
const beaDevice = await world.newcomer();
const [ada, bea] = [lineOf(world.ada), lineOf(beaDevice)];
const beaEmail = beaDevice.who.user.email;
const schema = await world.ada.people();
const ofSchema = ['--schema', schema.id];
const file = join(folder, 'people.csv');
await writeFile(file, rows);

const ListedIdentity = Identity.extend({ fingerprint: z.string() });
const ListedRequest = Request.extend({ identity: ListedIdentity, device: z.string(), access: z.string() });
const ListedMaterial = Material.extend({ uploaded_by: ListedIdentity });
const teams = (words: string[] = ofSchema) => ada.reply(z.array(Team), ['team', 'list', ...words]);
const conflict = { code: 1, output: '', errorText: expect.stringMatching(/^409 Conflict: /) as string };

test('creates an identity once, and lists it with its words', async () => {
  const identity = await ada.reply(ListedIdentity, ['identity', 'create']);
  expect(identity.fingerprint.split(' ')).toHaveLength(8);
  expect(await ada.cloakroom(['identity', 'create'])).toEqual({
    ...conflict,
    errorText: `409 Conflict: This machine already has an identity: ${identity.id}.`,
  });
  expect(await ada.reply(z.array(ListedIdentity), ['identity', 'list'])).toMatchObject([
    { id: identity.id, fingerprint: identity.fingerprint },
  ]);
});

test('creates, renames and deletes a team; a second one with its name in the schema is a conflict', async () => {
  const create = [
    'team',
    'create',
    '--name',
    'Auditors',
    ...ofSchema,
    '--member',
    beaEmail,
    '--field',
    'age',
  ];
  const team = await ada.reply(Team, create);
  expect(team).toMatchObject({ role: 'custom', members: [beaDevice.who.user.id] });
  expect(await ada.cloakroom(create)).toMatchObject(conflict);
  const rename = ['team', 'rename', ...ofSchema, team.slug, '--name', 'Readers'];
  const { slug, name } = await ada.reply(Team, rename);
  expect(name).toBe('Readers');
  const named = [...ofSchema, slug];
  expect((await teams()).map(({ name }) => name)).toContain('Readers');
  expect((await teams([])).map(({ id }) => id)).toContain(team.id);

  expect(await ada.cloakroom(['team', 'delete', ...named])).toMatchObject({
    code: 2,
    errorText: expect.stringContaining('This deletes the team "Readers"') as string,
  });
  expect(await ada.reply(z.unknown(), ['team', 'delete', ...named, '--yes'])).toMatchObject({
    deleted: true,
  });
  expect(await ada.cloakroom(['team', 'delete', ...named, '--yes'])).toMatchObject({
    code: 1,
    errorText: expect.stringMatching(/^404 Not Found: There is no team /) as string,
  });
});

test('creates, changes and deletes a grant; a second, identical one is a conflict', async () => {
  const requesters = (await teams()).find(({ role }) => role === 'requesters')!;
  const create = ['grant', 'create', '--team', requesters.slug, ...ofSchema, '--field', 'age'];
  const grant = await ada.reply(Grant, create);
  expect(grant.field_names).toEqual({ __query: true, age: true });
  expect(await ada.cloakroom(create)).toMatchObject(conflict);
  const update = ['grant', 'update', grant.url, '--field', 'age', '--field', 'city', '--create-records'];
  expect(await ada.reply(Grant, update)).toMatchObject({
    field_names: { __query: true, age: true, city: true },
    can_create_records: true,
  });
  const narrow = ['grant', 'update', grant.id, '--no-fields', '--no-create-records'];
  expect(await ada.reply(Grant, narrow)).toMatchObject({
    field_names: { __query: true },
    can_create_records: false,
  });
  const list = () => ada.reply(z.array(Grant), ['grant', 'list', ...ofSchema, '--team', requesters.id]);
  expect((await list()).map(({ id }) => id)).toContain(grant.id);
  expect(await ada.reply(z.unknown(), ['grant', 'delete', grant.id, '--yes'])).toMatchObject({
    deleted: true,
  });
  expect((await list()).map(({ id }) => id)).not.toContain(grant.id);
});

test('shares the keys with a person who is added by e-mail address', async () => {
  await ada.reply(z.unknown(), ['upload', file, ...ofSchema]);
  await bea.reply(ListedIdentity, ['identity', 'create']);
  const owners = (await teams()).find(({ role }) => role === 'owners')!;
  const added = await ada.reply(Team, ['team', 'add', owners.slug, beaEmail, ...ofSchema]);
  expect(JSON.stringify(added.members)).toContain(beaEmail);

  const requests = await ada.reply(z.array(ListedRequest), ['request', 'list', ...ofSchema]);
  expect(requests).toHaveLength(4);
  const { id, identity } = requests[0]!;
  expect(requests[0]).toMatchObject({ device: 'new', access: 'signed' });
  expect(await ada.cloakroom(['request', 'fulfill', id])).toMatchObject({ code: 1 });
  const compared = ['request', 'fulfill', id, '--fingerprint', identity.fingerprint];
  await ada.reply(Material, compared);
  expect(await ada.reply(z.array(Material), ['request', 'fulfill'])).toHaveLength(3);
  expect(await ada.reply(z.array(z.unknown()), ['request', 'list'])).toEqual([]);
  expect(await ada.reply(z.array(z.unknown()), ['request', 'list', '--all'])).toHaveLength(4);

  const [first] = await bea.reply(z.array(ListedMaterial), ['material', 'list']);
  const words = ['--fingerprint', first!.uploaded_by.fingerprint];
  expect(await bea.reply(z.array(ReceivedKey), ['material', 'receive', first!.id, ...words])).toHaveLength(1);
  expect(await bea.reply(z.array(ReceivedKey), ['material', 'receive'])).toHaveLength(3);
  const opened = await bea.reply(z.array(DecryptedRecord), ['record', 'list', ...ofSchema, '--decrypt']);
  expect(opened).toHaveLength(3);

  const removed = await ada.reply(Team, ['team', 'remove', owners.id, beaDevice.who.user.id]);
  expect(JSON.stringify(removed.members)).not.toContain(beaEmail);
}, 60_000);

test('denies a request with a reason', async () => {
  const other = await world.ada.people('Others');
  const requesters = (await teams(['--schema', other.id])).find(({ role }) => role === 'requesters')!;
  await ada.reply(Team, ['team', 'add', requesters.id, beaEmail]);
  const [request] = await ada.reply(z.array(ListedRequest), ['request', 'list', '--schema', other.id]);
  const denied = await ada.reply(Request, ['request', 'deny', request!.id, '--reason', 'Not this study']);
  expect(denied).toMatchObject({ reason: 'Not this study', denied: expect.any(String) as string });
});

test('revokes an identity once that is confirmed', async () => {
  const [identity] = await bea.reply(z.array(ListedIdentity), ['identity', 'list']);
  expect(await bea.cloakroom(['identity', 'revoke', identity!.id])).toMatchObject({ code: 2 });
  const revoked = await bea.reply(ListedIdentity, ['identity', 'revoke', identity!.id, '--yes']);
  expect(revoked.revoked).not.toBeNull();
});

test.each([
  [['team', 'add', 'owners'], 2, 'Name at least one person after the team.'],
  [['team', 'add', schema.id, 'nobody@example.org', ...ofSchema], 1, '404 Not Found: '],
  [['team', 'rename', schema.id], 2, 'There is nothing to change. Give one of --name and --slug.'],
  [['team', 'create', '--name', 'A', ...ofSchema, '--field', 'age', '--all-fields'], 2, 'not both'],
  [['team', 'create', '--name', 'A', ...ofSchema, '--field', 'weight'], 1, '400 Bad Request: '],
  [['grant', 'create'], 2, '--team is missing.'],
  [['grant', 'update', schema.id], 2, 'There is nothing to change.'],
  [['grant', 'update', schema.id, '--field', 'age', '--no-fields'], 2, 'An option and its opposite'],
  [['grant', 'delete', schema.id], 2, 'Add --yes to do it.'],
  [['request', 'fulfill', '--without-comparing'], 2, 'Name the request: one device is compared at a time.'],
  [['request', 'deny', 'mine'], 2, '"mine" is neither the id nor the URL of a request.'],
  [['material', 'receive', '--fingerprint', 'a b'], 2, 'Name the material'],
  [['material', 'receive', schema.id], 1, '404 Not Found: '],
])('%j ends with %i and says: %s', async (words, exit, sentence) => {
  const { code, output, errorText } = await ada.cloakroom(words);
  expect({ code, output }).toEqual({ code: exit, output: '' });
  expect(errorText).toContain(sentence);
});
