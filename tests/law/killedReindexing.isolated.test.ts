/**
 * Kills a proxy while it rebuilds an index and adds a field, as a power cut would: either the previous definition and its index
 * stay, or the new ones exist, with the field or without it, and saving again completes the change.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { actor } from '#tests/proxy/support/proxy.ts';
import { killPercentages, startKillableProxy } from './support/killableProxy.ts';

const uploadSizes = { times: 3, each: 40 };
const { owner, outcomes, listening, proxy, kill } = await startKillableProxy();
const ada = actor(proxy, owner.headers);
/** How long a change takes if no program is killed. */
let undisturbedMs: number;

const definition = (minimum: number, more: object = {}): JsonSchema => ({
  type: 'object',
  properties: { name: { type: 'string' }, dose: { type: 'integer', minimum, maximum: 100 }, ...more },
  required: ['name'],
});
const target = definition(-7, { note: { type: 'string' } });
const change = (id: string) => ada.send('PATCH', `/api/schemas/${id}/`, { schema: target });

beforeAll(async () => {
  const id = await createFilledSchema();
  const started = performance.now();
  expect((await change(id)).status).toBe(200);
  undisturbedMs = performance.now() - started;
}, 240_000);

/** Creates a schema of several segments. @returns its id. */
async function createFilledSchema(): Promise<string> {
  const { id } = await ada.schema(owner.organization.id, definition(0), `Kills ${Math.random()}`);
  for (let upload = 0; upload < uploadSizes.times; upload++) {
    const rows = Array.from({ length: uploadSizes.each }, (_, index) => ({
      name: `n${upload} ${index}`,
      dose: index,
    }));
    const job = await ada.uploaded(id, JSON.stringify(rows), 'application/json');
    expect(job.status).toBe('complete');
  }
  return id;
}

/** Compares counts and sums with the plain rows. */
async function check(id: string): Promise<void> {
  const found = await ada.search({ schema: id, filters: [{ label: 'dose', value: '<3' }] });
  expect(found.total).toBe(3 * uploadSizes.times);
  expect((await ada.decrypt(found.records)).map(({ data }) => data.dose)).toEqual(
    Array.from({ length: uploadSizes.times }, () => [0, 1, 2]).flat(),
  );
  const answer = await ada.send('POST', '/api/records/search/', {
    schema: id,
    filters: [{ label: 'dose', value: 'sum()' }],
  });
  expect(await answer.json()).toEqual([{ data: { value: uploadSizes.times * 780 } }]);
}

test.each(killPercentages)(
  'at %i percent of a change: every answer stays correct, and saving again completes the change',
  async (percent) => {
    const id = await createFilledSchema();
    const changing = change(id).catch(() => null);
    await sleep((percent / 100) * undisturbedMs);
    kill();
    await changing;
    await listening();
    await check(id);
    const { schema } = (await (await ada.send('GET', `/api/schemas/${id}/`)).json()) as {
      schema: JsonSchema;
    };
    outcomes.push(`killed at ${percent} %: ${JSON.stringify(schema.properties)}`);
    expect([definition(0), definition(-7), target]).toContainEqual(schema);
    expect((await change(id)).status).toBe(200);
    await check(id);
    const changed: unknown = await (await ada.send('GET', `/api/schemas/${id}/`)).json();
    // New keys for the added field, once.
    expect(changed).toMatchObject({ schema: target, generation: 2 });
    const noted = [{ name: 'noted', note: 'a' }];
    expect((await ada.uploaded(id, JSON.stringify(noted), 'application/json')).status).toBe('complete');
    const found = await ada.search({ schema: id, filters: [{ label: 'note', value: 'a' }] });
    expect((await ada.decrypt(found.records)).map(({ data }) => data)).toEqual(noted);
  },
  240_000,
);
