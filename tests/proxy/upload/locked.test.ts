/** A keyring that locks while an upload is under way. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Schema } from '#contract/schemas.ts';
import { actor, startProxy, type Actor, type TestProxy } from '#tests/proxy/support/proxy.ts';
import { person } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';

const passphrase = 'correct horse battery staple';
const definition = {
  type: 'object' as const,
  properties: { age: { type: 'integer', minimum: 0, maximum: 150 } },
  required: ['age'],
};

let service: TestService;
let proxy: TestProxy;
let ada: Actor;
let schema: Schema;
let authorization: string;
beforeAll(async () => {
  service = await startService({ listen: true });
  proxy = await startProxy(service.url);
  const who = await person(service);
  authorization = who.headers.authorization;
  ada = actor(proxy, who.headers);
  schema = await ada.schema(who.organization.id, definition);
  await ada.send('POST', '/api/keyring/phrase/waive/');
  expect((await ada.send('PUT', '/api/keyring/passphrase/', { passphrase })).status).toBe(200);
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

test('what was begun before is taken in whole, waits for its owner, and is complete once they unlock', async () => {
  const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const rows = writable.getWriter();
  void rows.write(Buffer.from('age\n1\n2\n'));
  const answer = fetch(`${proxy.url}/api/jobs/upload/?schema=${schema.id}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/csv' },
    body,
    duplex: 'half',
  });
  await expect
    .poll(async () => (await ada.send('GET', '/api/jobs/')).json(), { timeout: 10_000 })
    .toMatchObject([{ status: 'uploading' }]);
  await ada.send('POST', '/api/keyring/lock/');
  await rows.write(Buffer.from('3\n'));
  await rows.close();
  const { job_id } = z.object({ job_id: z.string() }).parse(await (await answer).json());
  expect(await ada.job(job_id)).toMatchObject({ status: 'processing' });
  expect((await ada.send('POST', '/api/records/search/', { schema: schema.id })).status).toBe(422);

  await ada.send('POST', '/api/keyring/unlock/', { passphrase });
  expect(await ada.ended(job_id)).toMatchObject({ status: 'complete', processed: 3 });
  expect((await ada.search({ schema: schema.id })).total).toBe(3);
});
