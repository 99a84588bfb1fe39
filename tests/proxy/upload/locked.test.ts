/** A keyring that locks while an upload is under way. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startProxyStack } from '../support/proxyStack.ts';

const passphrase = 'correct horse battery staple';
const definition = {
  type: 'object' as const,
  properties: { age: { type: 'integer', minimum: 0, maximum: 150 } },
  required: ['age'],
};

const world = await startProxyStack();
const { ada } = world;
const schema = await world.schemaOf(definition);
afterAll(() => world.close());
beforeAll(async () => {
  await ada.send('POST', '/api/keyring/phrase/waive/');
  expect((await ada.send('PUT', '/api/keyring/passphrase/', { passphrase })).status).toBe(200);
});

test('an upload that was begun before is received completely, waits for its owner, and completes once they unlock', async () => {
  const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const rows = writable.getWriter();
  void rows.write(Buffer.from('age\n1\n2\n'));
  const accepted = ada.accepted(schema.id, body, 'text/csv');
  await expect.poll(() => ada.jobs(), pollTimeout).toMatchObject([{ status: 'uploading' }]);
  expect((await ada.send('POST', '/api/keyring/lock/')).status).toBe(200);
  await rows.write(Buffer.from('3\n'));
  await rows.close();
  const id = await accepted;
  expect(await ada.job(id)).toMatchObject({ status: 'processing' });
  expect((await ada.send('POST', '/api/records/search/', { schema: schema.id })).status).toBe(422);

  expect((await ada.send('POST', '/api/keyring/unlock/', { passphrase })).status).toBe(200);
  expect(await ada.ended(id)).toMatchObject({ status: 'complete', processed: 3 });
  expect((await ada.search({ schema: schema.id })).total).toBe(3);
});
