/**
 * Kills a proxy while it makes an index anew and adds a field, as a power cut would: the former definition and its index stay, or
 * the new ones are there, with the field or without it, and saving again completes the change.
 */
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { actor, type Actor } from '#tests/proxy/support/proxy.ts';
import { person, type Someone } from '#tests/service/support/people.ts';
import { startService, type TestService } from '#tests/service/support/service.ts';
import { startProgram, type Program } from '#tools/program.ts';
import { waitUntilOk, freePort } from '#tools/stack.ts';

/** `npm run kills` sets it to 20. */
const points = Number(process.env.KILL_POINTS ?? 2);
const uploaded = { times: 3, each: 40 };

let service: TestService;
let owner: Someone;
let ada: Actor;
let program: Program;
let proxy: { url: string; dataDir: string };
/** Milliseconds that a change takes when no program is killed. */
let calm: number;
/** The minimum after each kill. */
const outcomes: string[] = [];

const definition = (minimum: number, more: object = {}): JsonSchema => ({
  type: 'object',
  properties: { name: { type: 'string' }, dose: { type: 'integer', minimum, maximum: 100 }, ...more },
  required: ['name'],
});
const target = definition(-7, { note: { type: 'string' } });
const change = (id: string) => ada.send('PATCH', `/api/schemas/${id}/`, { schema: target });

beforeAll(async () => {
  service = await startService({ listen: true });
  owner = await person(service);
  const dataDir = mkdtempSync(join(tmpdir(), 'cloakroom-reindexing-'));
  const port = await freePort();
  proxy = { url: `http://127.0.0.1:${port}`, dataDir };
  program = startProgram({
    entry: 'packages/proxy/main.ts',
    env: { PROXY_PORT: String(port), UPSTREAM: service.url, DATA_DIR: dataDir },
    output: openSync(join(dataDir, 'proxy.log'), 'a'),
    immediateRestarts: 60,
  });
  await waitUntilOk(`${proxy.url}/api/status/`);
  ada = actor(proxy, owner.headers);
  const id = await filled();
  const started = performance.now();
  expect((await change(id)).status).toBe(200);
  calm = performance.now() - started;
}, 240_000);

afterAll(async () => {
  await program.stop();
  await service.close();
  rmSync(proxy.dataDir, { recursive: true, force: true });
  if (points > 2) console.log(outcomes.join('\n'));
});

/** A schema of several segments. @returns its id. */
async function filled(): Promise<string> {
  const { id } = await ada.schema(owner.organization.id, definition(0), `Kills ${Math.random()}`);
  for (let upload = 0; upload < uploaded.times; upload++) {
    const rows = Array.from({ length: uploaded.each }, (_, at) => ({ name: `n${upload} ${at}`, dose: at }));
    const job = await ada.uploaded(id, JSON.stringify(rows), 'application/json');
    expect(job.status).toBe('complete');
  }
  return id;
}

/** Compares counts and sums with the plain rows. */
async function check(id: string): Promise<void> {
  const found = await ada.search({ schema: id, filters: [{ label: 'dose', value: '<3' }] });
  expect(found.total).toBe(3 * uploaded.times);
  expect((await ada.decrypt(found.records)).map(({ data }) => data.dose)).toEqual(
    Array.from({ length: uploaded.times }, () => [0, 1, 2]).flat(),
  );
  const answer = await ada.send('POST', '/api/records/search/', {
    schema: id,
    filters: [{ label: 'dose', value: 'sum()' }],
  });
  expect(await answer.json()).toEqual([{ data: { value: uploaded.times * 780 } }]);
}

test.each(Array.from({ length: points }, (_, i) => Math.round(((i + 0.5) / points) * 100)))(
  'at %i hundredths of a change: every answer stays right, and saving again completes it',
  async (percent) => {
    const id = await filled();
    const changing = change(id).catch(() => null);
    await sleep((percent / 100) * calm);
    program.kill('SIGKILL');
    await changing;
    await waitUntilOk(`${proxy.url}/api/status/`);
    await check(id);
    const { schema } = (await (await ada.send('GET', `/api/schemas/${id}/`)).json()) as {
      schema: JsonSchema;
    };
    outcomes.push(`killed at ${percent} %: ${JSON.stringify(schema.properties)}`);
    expect([definition(0), definition(-7), target]).toContainEqual(schema);
    expect((await change(id)).status).toBe(200);
    await check(id);
    const changed = (await (await ada.send('GET', `/api/schemas/${id}/`)).json()) as { schema: JsonSchema };
    expect(changed.schema).toEqual(target);
    const noted = [{ name: 'noted', note: 'a' }];
    expect((await ada.uploaded(id, JSON.stringify(noted), 'application/json')).status).toBe('complete');
    const found = await ada.search({ schema: id, filters: [{ label: 'note', value: 'a' }] });
    expect((await ada.decrypt(found.records)).map(({ data }) => data)).toEqual(noted);
  },
  240_000,
);
