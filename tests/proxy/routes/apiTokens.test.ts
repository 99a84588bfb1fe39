/** API tokens at a proxy: whose keys they use, when they end, and the jobs that they start. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { jobSocketPath } from '@cloakroom/contract/jobs.ts';
import { apiToken } from '#tests/service/support/apiTokens.ts';
import { password, person } from '#tests/service/support/people.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startRelayedProxyStack } from '../support/proxyStack.ts';
import { tokenAt } from '../support/apiTokens.ts';
import { numbersCsv, numbersDefinition } from '../support/numbers.ts';
import { actor, begunWith, startProxy } from '../support/proxy.ts';

const world = await startRelayedProxyStack();
const { service, wire, proxy, owner, ada } = world;
let schema: Schema;
beforeEach(async () => {
  schema = await world.schemaOf({ type: 'object', properties: { name: { type: 'string' } } });
});
afterAll(() => world.close());

/** Two segments. */
const count = 70_000;
const rows = '[{"name":"Ada"},{"name":"Bob"}]';
const search = { filters: [{ label: 'name', value: 'Ada' }] };
const create = (options = {}) => tokenAt(service, proxy, owner, { datasets: [schema.dataset], ...options });
const revoke = (url: string) => fetch(service.url + url, { method: 'DELETE', headers: owner.headers });
const refusal = async (answer: Response) => {
  const { detail } = (await answer.json()) as { detail: string };
  return [answer.status, detail];
};

test('a program uploads, searches, decrypts and deletes with a token', async () => {
  const { calls } = await create();
  expect(await calls.uploaded(schema.id, rows, 'application/json')).toMatchObject({ status: 'complete' });
  const { records, total } = await calls.search({ schema: schema.id, ...search });
  expect(total).toBe(1);
  expect(await calls.decrypt(records)).toMatchObject([{ data: { name: 'Ada' } }]);
  const path = `/api/records/${records[0]!.id}/`;
  expect((await calls.send('DELETE', path)).status).toBe(204);
  expect((await calls.search({ schema: schema.id })).total).toBe(1);
});

test('a token that may only store uploads and ingests, and decrypts nothing', async () => {
  await ada.uploaded(schema.id, rows, 'application/json');
  const { records } = await ada.search({ schema: schema.id });
  const { calls } = await create({ verbs: ['write'] });
  expect(await calls.uploaded(schema.id, '[{"name":"Eve"}]', 'application/json')).toMatchObject({ status: 'complete' }); // prettier-ignore
  const sent = [{ schema: schema.id, data: { name: 'Tim' } }];
  expect((await calls.send('POST', '/api/records/ingest/', sent)).status).toBe(200);
  expect((await calls.send('POST', '/api/records/decrypt/', records)).status).toBe(403);
  expect((await ada.search({ schema: schema.id })).total).toBe(4);
});

test('a token uploads by the tus protocol only what it may write', async () => {
  const parts = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(',');
  type Headers = Record<string, string>;
  const tus = (who: Headers, method: string, path: string, headers: Headers, body?: string) =>
    fetch(proxy.url + path, {
      method,
      headers: { 'Tus-Resumable': '1.0.0', ...who, ...headers },
      ...(body !== undefined && { body }),
    });
  const begin = (who: Headers, of: string) =>
    tus(who, 'POST', '/api/jobs/tus/', {
      'Upload-Length': String(rows.length),
      'Upload-Metadata': parts({ schema: of, filetype: 'application/json' }),
    });
  const other = await world.schemaOf(numbersDefinition);
  const writer = await create({ verbs: ['write'] });
  const reader = await create({ verbs: ['read'] });
  expect((await begin(reader.headers, schema.id)).status).toBe(403);
  expect((await begin(writer.headers, other.id)).status).toBe(404);

  const place = (await begin(writer.headers, schema.id)).headers.get('location')!;
  const chunk = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  expect((await tus(reader.headers, 'PATCH', place, chunk, rows)).status).toBe(403);
  expect((await tus(writer.headers, 'PATCH', place, chunk, rows)).status).toBe(204);
  const job = place.split('/').filter(Boolean).at(-1)!;
  expect(await writer.calls.ended(job)).toMatchObject({ status: 'complete', processed: 2 });
  expect((await ada.search({ schema: schema.id })).total).toBe(2);
  expect((await ada.search({ schema: other.id })).total).toBe(0);
});

test('a token that may only delete deletes a record and an upload', async () => {
  const job = await ada.uploaded(schema.id, rows, 'application/json');
  const second = await ada.uploaded(schema.id, '[{"name":"Eve"}]', 'application/json');
  const { records } = await ada.search({ schema: schema.id, ...search });
  const { calls } = await create({ verbs: ['delete'] });
  expect((await calls.send('DELETE', `/api/records/${records[0]!.id}/`)).status).toBe(204);
  expect((await calls.send('DELETE', `/api/uploads/${second.upload}/?schema=${schema.id}`)).status).toBe(204);
  expect((await ada.search({ schema: schema.id })).total).toBe(1);
  expect(job.status).toBe('complete');
});

describe('a revoked token', () => {
  test('is refused by calls that the proxy answers from its caches', async () => {
    await ada.uploaded(schema.id, rows, 'application/json');
    const { calls, url } = await create();
    const { records, named } = await calls.search({ schema: schema.id, ...search });
    await calls.decrypt(records);
    await revoke(url);
    const revoked = [401, expect.stringContaining('was revoked on')];
    expect(await refusal(await calls.send('POST', '/api/records/search/', { schema: schema.id, ...search }))).toEqual(revoked); // prettier-ignore
    expect(await refusal(await calls.send('POST', '/api/records/decrypt/', records))).toEqual(revoked);
    expect(await refusal(await calls.send('GET', `/api/records/?${named}`))).toEqual(revoked);
    await expect.poll(async () => (await calls.send('GET', '/api/jobs/')).status, pollTimeout).toBe(401); // prettier-ignore
  });

  test('is not valid while the service is away, unlike a session', async () => {
    const { calls } = await create();
    for (const who of [calls, ada]) expect((await who.send('GET', '/api/jobs/')).status).toBe(200);
    await wire.cut();
    await expect.poll(async () => (await calls.send('GET', '/api/jobs/')).status, pollTimeout).toBe(503); // prettier-ignore
    expect((await ada.send('GET', '/api/jobs/')).status).toBe(200);
    await wire.mend();
  });

  test('ends the stream of a job', async () => {
    const { headers, calls, url } = await create();
    const send = calls.endless(schema.id, begunWith('name\nAda\n'));
    await expect.poll(async () => (await calls.jobs()).length, pollTimeout).toBe(1);
    const [job] = await calls.jobs();
    const socket = new WebSocket(proxy.url.replace('http', 'ws') + jobSocketPath(job!.job_id), { headers });
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await new Promise((resolve) => socket.once('message', resolve));
    await revoke(url);
    expect(await closed).toBe(4401);
    await send();
  });
});

describe('the keyring', () => {
  const notHere = [403, expect.stringMatching(/^This API token was not created on this machine .* create a token there/)]; // prettier-ignore

  test('is closed to a token that was created elsewhere, which still reads metadata', async () => {
    const { headers } = await apiToken(service, owner);
    const calls = actor(proxy, headers);
    expect(await refusal(await calls.send('POST', '/api/records/search/', { schema: schema.id }))).toEqual(notHere); // prettier-ignore
    expect(await refusal(await calls.upload(schema.id, rows, 'application/json'))).toEqual(notHere);
    expect((await calls.send('GET', schema.url)).status).toBe(200);
    expect((await calls.send('GET', `/api/records/?schema=${schema.id}`)).status).toBe(200);
  });

  test('is not created by a token', async () => {
    const { who } = await world.colleague();
    const made = await tokenAt(service, proxy, who);
    expect(made.uses_keys).toBe(false);
    const form = { id: schema.id };
    expect(await refusal(await made.calls.send('POST', '/api/schemas/decrypt/', form))).toEqual(notHere);
    await expect(readFile(join(proxy.dataDir, 'keyrings', who.user.id))).rejects.toThrow();
  });

  test('stays open to a token after a restart and a new password', async () => {
    const beside = await startProxy(service.url);
    const eve = await person(service);
    const calls = actor(beside, eve.headers);
    const own = await calls.schema(eve.organization.id, schema.schema);
    await calls.uploaded(own.id, rows, 'application/json');
    const made = await tokenAt(service, beside, eve);
    const next = 'another horse battery';
    const change = { old_password: password, password: next, password_confirm: next };
    expect((await calls.send('POST', '/api/accounts/change-password/', change)).status).toBe(200);
    await beside.app.close();
    const again = await startProxy(service.url, beside.dataDir);
    const later = actor(again, made.headers);
    expect((await later.search({ schema: own.id })).total).toBe(2);
    expect(await readFile(join(beside.dataDir, 'sessions.json'), 'utf8')).not.toContain(made.secret);
    await again.close();
  });
});

describe('upload jobs', () => {
  test('are those that the token has started; its person sees all', async () => {
    const [first, second] = [await create(), await create()];
    const own = await ada.accepted(schema.id, rows, 'application/json');
    const id = await first.calls.accepted(schema.id, rows, 'application/json');
    await ada.ended(own);
    expect((await first.calls.jobs()).map(({ job_id }) => job_id)).toEqual([id]);
    expect(await second.calls.jobs()).toEqual([]);
    for (const [who, job] of [
      [first, own],
      [second, id],
      [second, own],
    ] as const)
      // prettier-ignore
      for (const [method, path] of [['GET', ''], ['DELETE', ''], ['POST', 'seen/']] as const) // prettier-ignore
        expect((await who.calls.send(method, `/api/jobs/${job}/${path}`)).status).toBe(404);
    expect((await ada.jobs()).map(({ job_id }) => job_id)).toEqual(expect.arrayContaining([id, own]));
  });

  test('of two tokens never share an idempotency key', async () => {
    const [first, second] = [await create(), await create()];
    const headers = { [idempotencyKeyHeader]: 'nightly-import' };
    const [one, two] = [
      await first.calls.accepted(schema.id, rows, 'application/json', { headers }),
      await second.calls.accepted(schema.id, rows, 'application/json', { headers }),
    ];
    expect(one).not.toBe(two);
    expect(await first.calls.accepted(schema.id, rows, 'application/json', { headers })).toBe(one);
  });

  /** Uploads with a token while the service is away, and stops the proxy. */
  async function interrupted() {
    const beside = await startProxy(wire.url);
    const eve = await person(service);
    const calls = actor(beside, eve.headers);
    const own = await calls.schema(eve.organization.id, numbersDefinition);
    const made = await tokenAt(service, beside, eve, { datasets: [own.dataset], verbs: ['write'] });
    const cut = wire.cutAfter(200_000);
    const sending = await made.calls.upload(own.id, numbersCsv(count), 'text/csv');
    const id = sending.headers.get('x-job-id')!;
    await Promise.all([sending.text(), cut]);
    // A session that the service has confirmed lately is valid while the service is away.
    await expect.poll(async () => (await calls.job(id)).status, pollTimeout).toBe('processing');
    await beside.app.close();
    return { beside, eve, own, made, id };
  }

  test('continue after a restart with the token', async () => {
    const { beside, eve, own, made, id } = await interrupted();
    await wire.mend();
    const again = await startProxy(wire.url, beside.dataDir);
    expect(await actor(again, made.headers).ended(id)).toMatchObject({ status: 'complete' });
    expect((await actor(again, eve.headers).search({ schema: own.id })).total).toBe(count);
    await again.close();
  });

  test('fail after a restart once the token is revoked, and never use their person’s sign-in', async () => {
    const { beside, eve, own, made, id } = await interrupted();
    await fetch(service.url + made.url, { method: 'DELETE', headers: eve.headers });
    await wire.mend();
    const again = await startProxy(wire.url, beside.dataDir);
    const calls = actor(again, eve.headers);
    // Each of these calls offers the person's credentials to jobs that wait for newer ones.
    const job = await calls.ended(id);
    expect(job).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('was revoked on') as string,
    });
    expect((await calls.search({ schema: own.id })).total).toBe(0);
    await again.close();
  });
});
