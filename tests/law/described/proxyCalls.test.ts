/** Calls every operation of the API description at a proxy, and compares each answer with it. */
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { api } from '@cloakroom/contract/api.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import type { Keyring } from '@cloakroom/contract/keyring.ts';
import { Upload } from '@cloakroom/contract/uploads.ts';
import { attempts } from '@cloakroom/service/db/schema.ts';
import { newId } from '@cloakroom/service/newId.ts';
import { restoredOf, rowsFrom, startRestoring } from '#tests/proxy/epochs/support.ts';
import { lose } from '#tests/proxy/restoring/support.ts';
import { rows as csv, wordsOf } from '#tests/proxy/sharing/support.ts';
import { actor, begunWith, startProxy } from '#tests/proxy/support/proxy.ts';
import { visitor } from '#tests/proxy/support/visitor.ts';
import { actors, everybody } from '#tests/service/matrix/actors.ts';
import { expected } from '#tests/service/matrix/row.ts';
import { rows, titleOf } from '#tests/service/matrix/rows/all.ts';
import { makeMatrix } from '#tests/service/matrix/world.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { changeDefinition } from './changeDefinition.ts';
import { Description } from './description.ts';
import {
  acceptAndSignInWithProvider,
  readOpenPages,
  registerAndReset,
  type Send,
  startWithProvider,
  useTokens,
} from './publicCalls.ts';
import { recordFetched } from './recording.ts';
import { callSavedViews } from './savedViewCalls.ts';

const world = await startRestoring();
const { ada } = world;
const { google, service } = await startWithProvider();
const proxy = await startProxy(service.url);
const description = new Description((await (await fetch(`${proxy.url}/api/schema/`)).json()) as object);
const differences = recordFetched(({ pathname }) => pathname.startsWith('/api/'), description);
afterAll(async () => {
  vi.unstubAllGlobals();
  await proxy.close();
  await service.close();
  await google.close();
  await world.close();
});
afterEach(() => expect(differences.splice(0)).toEqual([]));

/** A person of Ada's organization at a proxy of their own. */
const newcomer = async () => world.device(await world.join());
const threeWords = (words: string[]) => ({
  words: [1, 12, 24].map((position) => ({ position, word: words[position - 1]! })),
});

test('calls for a keyring are answered as described', async () => {
  const passphrase = 'correct horse battery staple';
  const bob = await newcomer();
  const callKeyring = (method: string, path: string, body?: unknown, by = bob) =>
    by.send(method, `/api/keyring/${path}`, body);
  await callKeyring('GET', '');
  const shown = await callKeyring('POST', 'phrase/');
  const { words } = z.object({ words: z.array(z.string()) }).parse(await shown.json());
  await callKeyring('POST', 'phrase/confirm/', threeWords(words.toReversed()));
  await callKeyring('POST', 'phrase/confirm/', threeWords(words));
  await callKeyring('POST', 'phrase/waive/');
  await callKeyring('PUT', 'passphrase/', { passphrase });
  await callKeyring('POST', 'lock/');
  await callKeyring('POST', 'unlock/', { passphrase });
  await callKeyring('POST', 'restore/', { words: words.join(' ') });
  const carol = await newcomer();
  await callKeyring('POST', 'phrase/waive/', undefined, carol);
  await carol.identity();
  const restored = await lose(carol, world.wire.url);
  expect(await restored.begin()).toMatchObject({ state: 'open' } satisfies Partial<Keyring>);
  await restored.proxy.close();
});

test('calls for schemas, uploads and records are answered as described', async () => {
  const schema = await world.schema('Described');
  const { id } = schema;
  const bodies = [
    [csv, 'text/csv'],
    [csv.replaceAll(',', '\t'), 'text/tab-separated-values'],
    [JSON.stringify(rowsFrom(10, 3)), 'application/json'],
    [
      rowsFrom(20, 3)
        .map((row) => JSON.stringify(row))
        .join('\n'),
      'application/x-ndjson',
    ],
  ] as const;
  const headers = { 'x-batch-size': '2', 'x-keep-until-seen': 'true', 'x-file-fingerprint': 'ab'.repeat(32) };
  for (const [body, type] of bodies)
    expect(await ada.uploaded(id, body, type as 'text/csv', { headers })).toMatchObject({
      status: 'complete',
    });
  const key = { [idempotencyKeyHeader]: newId() };
  const first = await ada.accepted(id, csv, 'text/csv', { headers: key });
  expect(await ada.accepted(id, csv, 'text/csv', { headers: key })).toBe(first);
  await ada.ended(first);
  await ada.upload(id, 'x', 'text/plain' as 'text/csv');
  await ada.ended(await ada.accepted(id, 'name,age,city\nAda,old,London\n', 'text/csv'));
  const { job_id } = (await ada.jobs())[0]!;
  await ada.send('GET', `/api/jobs/?schema=${id}`);
  await ada.send('GET', `/api/jobs/uploaded/?schema=${id}&fingerprint=${'ab'.repeat(32)}`);
  await ada.send('POST', `/api/jobs/${job_id}/seen/`);
  const uploading = ada.upload(id, begunWith('name,age,city\n'), 'text/csv').catch(() => undefined);
  await expect.poll(async () => (await ada.jobs())[0]?.status, pollTimeout).toBe('uploading');
  await ada.send('DELETE', `/api/jobs/${(await ada.jobs())[0]!.job_id}/`);
  await uploading;
  await ada.send('DELETE', `/api/jobs/${job_id}/`);

  const plain = rowsFrom(40, 2).map((data) => ({ data, schema: id }));
  await ada.send('POST', '/api/records/ingest/', plain);
  await ada.send('POST', '/api/records/ingest/', Array(101).fill(plain[0]));
  await ada.send('POST', '/api/records/', plain[0]);
  await ada.send('POST', '/api/records/', plain);
  await ada.send('POST', '/api/records/export/', { schema: id });
  await ada.send('POST', '/api/records/export/', { schema: id, decrypt: false });
  await ada.send('POST', '/api/records/export/', { schema: id, after: newId() });
  const filters = [{ label: 'age', value: '>=41' }];
  const { records, named } = await ada.search({ schema: id, filters, order_by: '-age' });
  await ada.send('POST', '/api/records/search/', {
    schema: id,
    filters: [{ label: 'age', value: 'avg(>1)' }],
  });
  await ada.send('POST', '/api/records/search/', {
    schema: id,
    filters: [{ label: 'colour', value: 'red' }],
  });
  await ada.send('GET', `/api/records/?${named}&limit=1`);
  await ada.send('GET', `/api/records/?${named}&count_only=true`);
  await ada.send('GET', `/api/records/?schema=${id}&limit=2`);
  await ada.send('GET', `/api/records/?schema=${id}&skip_count=true`);
  await ada.decrypt(records);
  await ada.send('POST', '/api/records/can-decrypt/', records[0]);
  const [one, two] = records.map((record) => record.id);
  await ada.send('GET', `/api/records/${one}/`);
  await ada.send('PUT', `/api/records/${one}/`, { data: rowsFrom(60, 1)[0] });
  await ada.send('PATCH', `/api/records/${one}/`, { data: { age: 44 } });
  await ada.send('PATCH', `/api/records/${one}/`, { data: { age: -1 } });
  await ada.send('PUT', `/api/records/${one}/`, { data: { name: 'Late' } }, { 'if-match': `"${one}"` });
  await ada.send('DELETE', `/api/records/${one}/`);
  await ada.send('DELETE', `/api/records/?id=${two}&schema=${id}`);
  const uploads = await ada.read(z.array(Upload), 'GET', `/api/uploads/?schema=${id}`);
  await ada.send('GET', `/api/uploads/${uploads[0]!.id}/?schema=${id}`);
  await ada.send('DELETE', `/api/uploads/${uploads[0]!.id}/?schema=${id}`);
  await ada.send('GET', `/api/schemas/${id}/record-forms/`);
  await ada.send('POST', '/api/schemas/decrypt/', schema);
  await callSavedViews(ada, id);
  await ada.send('PATCH', `/api/schemas/${id}/`, { description: 'Changed' });
  await ada.send('POST', `/api/schemas/${id}/rotate/`);
});

test('calls that change a definition are answered as described', async () => {
  const schema = await world.schema('Widened');
  expect((await ada.uploaded(schema.id, csv, 'text/csv')).status).toBe('complete');
  await changeDefinition(ada, schema);
});

test('calls for sharing keys are answered as described', async () => {
  const schema = await world.schema('Shared');
  const { id } = schema;
  await ada.identity();
  const bob = await newcomer();
  await bob.identity();
  await ada.admit(schema, 'owners', bob.who);
  await ada.send('GET', '/api/requests/statuses/');
  await ada.send('POST', '/api/requests/fulfill/');
  const { request, identity } = await ada.askedBy(bob.who);
  await ada.fulfil(request, 'wrong words').catch(() => undefined);
  await ada.fulfil(request, wordsOf(identity));
  await ada.fulfilAll();
  await bob.compareAndReceiveAll();
  await bob.overrides();
  await bob.send('DELETE', `/api/materials/overrides/${id}:name/`);
  await bob.send('DELETE', `/api/materials/overrides/${id}:name/`);
  await bob.access(id);
  await ada.access(id);
  await ada.send('POST', `/api/schemas/${id}/access/noticed/`);
  const adaIdentity = await ada.identity();
  const words = wordsOf(adaIdentity);
  await bob.send('POST', `/api/schemas/${id}/access/trust/`, { words });
  const { primary_public_key: signs, sub_public_key: receives } = identity;
  const device = { user: bob.who.user.id, signs, receives, words: wordsOf(identity) };
  await ada.send('POST', `/api/schemas/${id}/access/compare/`, device);
  const team = await ada.teamOf(schema, 'requesters');
  const carol = await world.join();
  const teamPath = `/api/organizations/${ada.who.organization.id}/teams/${team.id}/`;
  await ada.send('PUT', teamPath, { name: team.name, members: [carol.user.id] });
  const member = { type: 'member', team: team.id, user: carol.user.id };
  await ada.send('POST', `/api/schemas/${id}/access/confirm/`, member);
  await ada.dismiss(schema, 'requesters', carol);
  const grants = await ada.read(
    z.array(z.looseObject({ id: z.string() })),
    'GET',
    `/api/schemas/${id}/grants/`,
  );
  await ada.send('PATCH', `/api/schemas/${id}/grants/${grants[1]!.id}/`, { field_names: { __query: true } });
  const Created = z.looseObject({ id: z.string() });
  const organization = ada.who.organization.id;
  const night = { schema: id, name: 'Night shift' };
  const createdTeam = await ada.read(Created, 'POST', `/api/organizations/${organization}/teams/`, night);
  await ada.send('PATCH', `/api/teams/${createdTeam.id}/`, { name: 'Late shift' });
  const grant = await ada.read(Created, 'POST', '/api/grants/', {
    team: createdTeam.id,
    field_names: { name: true, __query: true },
  });
  await ada.send('PATCH', `/api/grants/${grant.id}/`, { field_names: { __query: true } });
  await ada.send('DELETE', `/api/grants/${grant.id}/`);
  await ada.send('DELETE', `/api/teams/${createdTeam.id}/`);
});

test('an API token is answered as described', async () => {
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const scope = { organization: ada.who.organization.id, datasets: null, verbs: ['read'] };
  await ada.send('POST', '/api/tokens/', { name: 'Nightly', ...scope, expires });
  const { id } = await ada.read(
    z.looseObject({ id: z.string() }),
    'POST',
    `/api/organizations/${scope.organization}/service-accounts/`,
    { name: 'Billing' },
  );
  const body = { name: 'Server 1', ...scope, expires, service_account: id };
  const { secret } = await ada.read(z.looseObject({ secret: z.string() }), 'POST', '/api/tokens/', body);
  const program = actor(ada.proxy, { authorization: `Bearer ${secret}` });
  await program.send('POST', '/api/identities/');
  await program.send('POST', '/api/materials/receive/');
});

test('calls after a restored backup are answered as described', async () => {
  const schema = await world.schema('Restored');
  const { id } = schema;
  const upload = (first: number) => ada.uploaded(id, JSON.stringify(rowsFrom(first, 5)), 'application/json');
  await upload(0);
  const bob = await world.colleague(schema, 'owners');
  // Carl has keys from Ada and knows no other owner, so Bob's words have to be compared.
  const carl = await world.colleague(schema, 'requesters');
  const backup = await world.backUp();
  await upload(5);
  for (const device of [ada, bob, carl]) await device.search({ schema: id });
  await world.restore(backup);
  const { state, accept, trust } = restoredOf(id);
  await ada.send('POST', '/api/records/search/', { schema: id });
  expect(await state(ada)).toMatchObject({ state: 'older' });
  await accept(bob, 'wrong').catch(() => undefined);
  expect(await accept(bob)).toMatchObject({ state: 'current' });
  const { words } = await state(carl);
  await trust(carl, words.toReversed().join(' ')).catch(() => undefined);
  await trust(carl, words.join(' '));
});

const matrix = await makeMatrix(service);
const forwarded = api.filter(({ call }) => call.answeredBy === 'service').map(({ name }) => name);
const browser = visitor(proxy);
const sendAs: Send = async (...call) => {
  const text = await (await browser.send(...call)).text();
  return text === '' ? null : (JSON.parse(text) as unknown);
};

test('registration, sign-in and reset are answered as described', () => registerAndReset(service, sendAs));

test('an accepted invitation, a sign-in with a provider and tokens are answered as described', async () => {
  await acceptAndSignInWithProvider(service, google, matrix.people.owner, sendAs);
  await useTokens(matrix.people.member, sendAs);
});

test('status, health, the description itself and the outbox are answered as described', () =>
  readOpenPages(service, sendAs));

/** Calls that the proxy answers itself, because sessions at the proxy have its own cookie. */
const sessionCalls = new Set(['getSession', 'endSession']);

test.each(
  rows
    .filter(({ call, yes }) => forwarded.includes(call) && !sessionCalls.has(call) && yes < 300)
    .map((row) => [titleOf(row), row] as const),
)('%s is forwarded as described', async (_, row) => {
  await service.database.delete(attempts);
  const who = everybody.find((name) => expected(row, actors[name], name) === row.yes);
  if (!who) return;
  const { method, url, body, headers } = await row.ask(matrix, who);
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
  const answer = await fetch(proxy.url + url, {
    method,
    headers: {
      ...matrix.headersOf(who),
      ...(body === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: sent }),
  });
  expect(answer.status).toBe(row.yes);
});

test('every operation has succeeded through a proxy', () => {
  const ids = description.operations.map(({ operation }) => operation.operationId);
  expect(ids.filter((id) => !description.hasSucceeded(id))).toEqual([]);
});
