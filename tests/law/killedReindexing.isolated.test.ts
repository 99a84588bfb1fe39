/**
 * Kills a proxy while it makes an index anew and adds a field, as a power cut would: the former definition and its index stay, or
 * the new ones are there, with the field or without it, and saving again completes the change.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { actor } from '#tests/proxy/support/proxy.ts';
import { killPercentages, startKillableProxy } from './support/killableProxy.ts';

const uploaded = { times: 3, each: 40 };
const { owner, outcomes, listening, proxy, kill } = await startKillableProxy();
const ada = actor(proxy, owner.headers);
/** Milliseconds that a change takes when no program is killed. */
let calm: number;

const definition = (minimum: number, more: object = {}): JsonSchema => ({
  type: 'object',
  properties: { name: { type: 'string' }, dose: { type: 'integer', minimum, maximum: 100 }, ...more },
  required: ['name'],
});
const target = definition(-7, { note: { type: 'string' } });
const change = (id: string) => ada.send('PATCH', `/api/schemas/${id}/`, { schema: target });

beforeAll(async () => {
  const id = await filled();
  const started = performance.now();
  expect((await change(id)).status).toBe(200);
  calm = performance.now() - started;
}, 240_000);

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

test.each(killPercentages)(
  'at %i hundredths of a change: every answer stays right, and saving again completes it',
  async (percent) => {
    const id = await filled();
    const changing = change(id).catch(() => null);
    await sleep((percent / 100) * calm);
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
    const changed = (await (await ada.send('GET', `/api/schemas/${id}/`)).json()) as { schema: JsonSchema };
    expect(changed.schema).toEqual(target);
    const noted = [{ name: 'noted', note: 'a' }];
    expect((await ada.uploaded(id, JSON.stringify(noted), 'application/json')).status).toBe('complete');
    const found = await ada.search({ schema: id, filters: [{ label: 'note', value: 'a' }] });
    expect((await ada.decrypt(found.records)).map(({ data }) => data)).toEqual(noted);
  },
  240_000,
);
