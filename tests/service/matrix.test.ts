/** The table of rights: makes every call of the contract as every actor and compares with the expected status. */
import { afterAll, describe, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { actors, everybody } from './matrix/actors.ts';
import { send, wrongCells } from './matrix/judge.ts';
import { expected } from './matrix/row.ts';
import { rows, titleOf } from './matrix/rows/all.ts';
import { makeMatrix } from './matrix/world.ts';
import { successor } from './support/segments.ts';
import { startService } from './support/service.ts';

const service = await startService();
const matrix = await makeMatrix(service);
afterAll(() => service.close());

const proxyCalls = api.filter(({ call }) => call.answeredBy === 'proxy');

test('every call that needs a sign-in has a row, and every row has an actor who succeeds', () => {
  const own = api.filter(({ call }) => call.answeredBy !== 'proxy' && call.access === 'user');
  const lines = new Set(rows.map(({ call }) => call));
  expect(own.map(({ name }) => name).filter((name) => !lines.has(name))).toEqual([]);
  const made = rows.filter((row) => everybody.some((who) => expected(row, actors[who], who) === row.yes));
  expect(new Set(made.map(({ call }) => call))).toEqual(lines);
  expect(everybody.length).toBeGreaterThanOrEqual(10);
});

test('a refused call changes nothing', async () => {
  const { call, people, schema, team, manifestUrl, manifest } = matrix;
  const { owner, member } = people;
  const urls = [schema.url, `/api/datasets/${matrix.dataset.id}/`, `${schema.url}teams/`, manifestUrl];
  const seen = () =>
    Promise.all(urls.map(async (url) => (await call(url === manifestUrl ? people['data owner'] : owner, 'GET', url)).json<object>())); // prettier-ignore
  const before = await seen();
  const refused = [
    await call(member, 'PATCH', schema.url, { name: 'Mine' }),
    await call(member, 'PATCH', urls[1]!, { name: 'Mine' }),
    await call(member, 'POST', `${team}add_member/`, { id: member.user.id }),
    await call(member, 'PUT', team, { name: 'Mine', members: [member.user.id] }),
    await call(member, 'POST', manifestUrl, successor(await manifest(), [])),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(403));
  expect(await seen()).toEqual(before);
});

describe('every actor gets what the table says', () => {
  test.each(rows.map((row) => [titleOf(row), row] as const))('for %s', async (_, row) => {
    expect(await wrongCells(matrix, row)).toEqual([]);
  });

  test.each(proxyCalls.map(({ name, call }) => [name, call] as const))(
    'for %s: nothing, because only a proxy has keys',
    async (_, call) => {
      const url = call.path.replace(/:\w+/g, matrix.schema.id);
      for (const who of everybody) {
        const answer = await send(matrix, who, { method: call.method, url, body: {} });
        expect([answer.statusCode, answer.json()]).toEqual([405, { detail: expect.stringContaining('proxy') as string }]); // prettier-ignore
      }
    },
  );
});
