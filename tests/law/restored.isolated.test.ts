/** After the loss of a machine, the 24 words alone restore all records. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SealedRecord, type DecryptedRecord } from '@cloakroom/contract/records.ts';
import { actor, startProxy, type Actor } from '#tests/proxy/support/proxy.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const records = Array.from({ length: 1000 }, (_, number) => ({
  name: `Somebody ${number}`,
  age: number % 150,
}));
const definition = {
  type: 'object' as const,
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 150 } },
  required: ['name', 'age'],
};

let service: TestService;
let ada: Someone;
const [lostFolder, newFolder] = [await temporaryFolder(), await temporaryFolder()];
beforeAll(async () => {
  service = await startService({ listen: true });
  ada = await person(service);
});
afterAll(() => service.close());

/** Runs the command line on a data folder and returns its output. */
async function keyring(dataDir: string, parameters: string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, ['packages/proxy/bin/cloakroom.mjs', 'keyring', ...parameters], {
    env: { ...process.env, DATA_DIR: dataDir, KEYRING: '', KEYRING_PASSPHRASE_FILE: '' },
  });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect([child.exitCode, stderr]).toEqual([0, '']);
  return stdout.trim();
}

async function decryptAll(calls: Actor, schema: string): Promise<DecryptedRecord['data'][]> {
  const decrypted: DecryptedRecord[] = [];
  while (decrypted.length < records.length) {
    const page = { schema, limit: 100, offset: decrypted.length };
    const answer = await calls.send('POST', '/api/records/search/', page);
    decrypted.push(...(await calls.decrypt(z.array(SealedRecord).parse(await answer.json()))));
  }
  return decrypted.map(({ data }) => data);
}

test('decrypts all 1,000 records on an empty machine with the words alone', async () => {
  const before = await startProxy(service.url, lostFolder);
  const owner = actor(before, ada.headers);
  const schema = await owner.schema(ada.organization.id, definition);
  const job = await owner.uploaded(schema.id, JSON.stringify(records), 'application/json');
  expect(job).toMatchObject({ status: 'complete', processed: 1000 });
  const words = await keyring(lostFolder, ['backup']);
  expect(words.split(' ')).toHaveLength(24);
  await before.close();
  await expect(readdir(lostFolder)).rejects.toThrow('ENOENT');

  await keyring(newFolder, ['restore', ada.user.id], `${words.toUpperCase()}\n`);
  const after = await startProxy(service.url, newFolder);
  const restored = actor(after, ada.headers);
  expect(await decryptAll(restored, schema.id)).toEqual(records);
  expect(await (await restored.send('GET', '/api/keyring/')).json()).toMatchObject({ phrase: 'confirmed' });
  expect(await restored.uploaded(schema.id, '{"name":"Newcomer","age":1}', 'application/json')).toMatchObject(
    {
      status: 'complete',
    },
  );
  await after.close();
}, 120_000);

test('decrypts no record without the words', async () => {
  const newProxy = await startProxy(service.url);
  const calls = actor(newProxy, ada.headers);
  const schemas = z
    .array(z.object({ id: z.string() }))
    .parse(await (await calls.send('GET', '/api/schemas/')).json());
  const answer = await calls.send('POST', '/api/records/search/', { schema: schemas[0]?.id });
  expect(answer.status).toBe(422);
  await newProxy.close();
});
