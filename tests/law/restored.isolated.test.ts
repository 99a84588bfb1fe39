/** A machine is lost, and with it everything but the 24 words on paper. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
const [lost, found] = [await temporaryFolder(), await temporaryFolder()];
beforeAll(async () => {
  service = await startService({ listen: true });
  ada = await person(service);
});
afterAll(() => service.close());

/** Runs the command line on a data folder and returns its output. */
async function keyring(dataDir: string, words: string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'packages/proxy/cli.ts', 'keyring', ...words], {
    env: { ...process.env, DATA_DIR: dataDir, KEYRING: '', KEYRING_PASSPHRASE_FILE: '' },
  });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect([child.exitCode, stderr]).toEqual([0, '']);
  return stdout.trim();
}

async function everything(calls: Actor, schema: string): Promise<DecryptedRecord['data'][]> {
  const opened: DecryptedRecord[] = [];
  while (opened.length < records.length) {
    const page = { schema, limit: 100, offset: opened.length };
    const answer = await calls.send('POST', '/api/records/search/', page);
    opened.push(...(await calls.decrypt(z.array(SealedRecord).parse(await answer.json()))));
  }
  return opened.map(({ data }) => data);
}

it('opens every record on an empty machine with the words alone: 1,000 of 1,000', async () => {
  const before = await startProxy(service.url, lost);
  const owner = actor(before, ada.headers);
  const schema = await owner.schema(ada.organization.id, definition);
  const job = await owner.uploaded(schema.id, JSON.stringify(records), 'application/json');
  expect(job).toMatchObject({ status: 'complete', processed: 1000 });
  const words = await keyring(lost, ['backup']);
  expect(words.split(' ')).toHaveLength(24);
  await before.close();
  await expect(readdir(lost)).rejects.toThrow('ENOENT');

  await keyring(found, ['restore', ada.user.id], `${words.toUpperCase()}\n`);
  const after = await startProxy(service.url, found);
  const restored = actor(after, ada.headers);
  expect(await everything(restored, schema.id)).toEqual(records);
  expect(await (await restored.send('GET', '/api/keyring/')).json()).toMatchObject({ phrase: 'confirmed' });
  expect(await restored.uploaded(schema.id, '{"name":"Newcomer","age":1}', 'application/json')).toMatchObject(
    {
      status: 'complete',
    },
  );
  await after.close();
}, 120_000);

it('opens no record without the words', async () => {
  const stranger = await startProxy(service.url);
  const calls = actor(stranger, ada.headers);
  const schemas = z
    .array(z.object({ id: z.string() }))
    .parse(await (await calls.send('GET', '/api/schemas/')).json());
  const answer = await calls.send('POST', '/api/records/search/', { schema: schemas[0]?.id });
  expect(answer.status).toBe(422);
  await stranger.close();
});
