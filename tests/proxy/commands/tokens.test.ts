/** API tokens on the command line: created, listed and revoked with a password; used instead of one. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiToken, NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import { Dataset } from '@cloakroom/contract/datasets.ts';
import { DecryptedRecord } from '@cloakroom/contract/records.ts';
import { Schema } from '@cloakroom/contract/schemas.ts';
import { runCommandLine } from '@cloakroom/proxy/commands/commandLine.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { password } from '#tests/service/support/people.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';

const world = await startProxyStack();
const { service, proxy, owner } = world;
const folder = await temporaryFolder();
const day = 24 * 3_600_000;
afterAll(() => world.close());

const signedIn = { CLOAKROOM_EMAIL: owner.user.email, CLOAKROOM_PASSWORD: password };
const cloakroom = (words: string[], credentials: NodeJS.ProcessEnv = signedIn) =>
  runCommandLine({
    words,
    environment: {
      ...{ PROXY_PORT: new URL(proxy.url).port, UPSTREAM: service.url, DATA_DIR: join(folder, 'data') },
      ...credentials,
    },
    input: Readable.from([]),
    output: new PassThrough(),
  });

async function reply<T extends z.ZodType>(shape: T, words: string[], credentials?: NodeJS.ProcessEnv) {
  const { code, output, errorText } = await cloakroom(words, credentials);
  if (code !== 0) throw new Error(errorText);
  return shape.parse(JSON.parse(output));
}

test('a token is created for datasets and verbs, used instead of a password, listed and revoked', async () => {
  const slug = owner.organization.slug;
  const named = ['--organization', slug, '--dataset', 'ward-8'];
  const dataset = await reply(Dataset, ['dataset', 'create', '--organization', slug, '--name', 'Ward 8', '--slug', 'ward-8']); // prettier-ignore
  const definition = join(folder, 'people.schema.json');
  await writeFile(definition, JSON.stringify({ type: 'object', properties: { name: { type: 'string' } } }));
  await reply(Schema, ['schema', 'create', ...named, '--name', 'Visits', '--slug', 'visits', '--file', definition]); // prettier-ignore
  const people = join(folder, 'people.csv');
  await writeFile(people, 'name\nAda\nBob\n');

  const create = ['token', 'create', '--name', 'Nightly import', ...named, '--verb', 'read', '--verb', 'write', '--expires', '90']; // prettier-ignore
  const { secret, uses_keys, ...made } = await reply(NewApiToken, create);
  expect(made).toMatchObject({ name: 'Nightly import', datasets: [dataset.url], verbs: ['read', 'write'] });
  expect(Math.abs(Date.parse(made.expires) - Date.now() - 90 * day)).toBeLessThan(day);
  expect(uses_keys).toBe(true);

  const credentials = { CLOAKROOM_TOKEN: secret };
  const target = [...named, '--schema', 'visits'];
  await reply(z.unknown(), ['record', 'create', ...target, '--file', people], credentials);
  const list = ['record', 'list', ...target, '--filter', 'name:Ada', '--decrypt'];
  expect(await reply(z.array(DecryptedRecord), list, credentials)).toMatchObject([{ data: { name: 'Ada' } }]);
  const refused = await cloakroom(['dataset', 'create', 'Mine'], credentials);
  expect(refused).toMatchObject({ code: 1, errorText: expect.stringMatching(/^403 Forbidden: .* API tokens may not make this call/) as string }); // prettier-ignore

  const [listed] = await reply(z.array(ApiToken), ['token', 'list']);
  expect(listed).toMatchObject({ id: made.id, last_used: expect.any(String) as string });
  expect(await reply(z.unknown(), ['token', 'revoke', made.id])).toEqual({ id: made.id, revoked: true });
  expect(await reply(z.array(ApiToken), ['token', 'list'])).toEqual([]);
  const revoked = await cloakroom(list, credentials);
  expect(revoked).toMatchObject({ code: 1, errorText: expect.stringMatching(/^401 Unauthorized: .* was revoked on/) as string }); // prettier-ignore
});

test('a token without datasets reaches the whole organization', async () => {
  const words = ['token', 'create', '--name', 'All', '--verb', 'read', '--expires', '1'];
  expect((await reply(NewApiToken, words)).datasets).toBeNull();
});

test.each([
  [['token', 'create', '--verb', 'read', '--expires', '1'], '--name is missing.'],
  [['token', 'create', '--name', 'A', '--expires', '1'], '--verb is missing.'],
  [['token', 'create', '--name', 'A', '--verb', 'read'], '--expires is missing.'],
  [
    ['token', 'create', '--name', 'A', '--verb', 'admin', '--expires', '1'],
    '--verb is read, write or delete',
  ],
  [
    ['token', 'create', '--name', 'A', '--verb', 'read', '--expires', 'never'],
    '--expires must be a whole number',
  ],
  [['token', 'revoke'], 'Name one token'],
])('%j is not understood: %s', async (words, sentence) => {
  expect(await cloakroom(words)).toMatchObject({
    code: 2,
    errorText: expect.stringContaining(sentence) as string,
  });
});

test('a token that is not complete is refused before any call', async () => {
  const { code, errorText } = await cloakroom(['organization', 'list'], { CLOAKROOM_TOKEN: 'clkr_abc' });
  expect({ code, errorText }).toEqual({ code: 2, errorText: expect.stringContaining('CLOAKROOM_TOKEN is not a complete API token') as string }); // prettier-ignore
});
