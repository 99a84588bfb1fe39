/** Wider bounds and added fields between uploads and deletions never change the results of searches, sums and decryption. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';
import { actor, startBeside, type Actor } from '#tests/proxy/support/proxy.ts';
import {
  definitionOf,
  firstLimits,
  queryIn,
  rowsIn,
  widened,
  type PlainQuery,
  type PlainRow,
} from './support/plainRows.ts';

const world = await startProxyStack();
const { ada, owner } = world;
const schema = await world.schemaOf(definitionOf(firstLimits));
/** Ada at another machine, which reads each definition before the next change. */
const otherProxy = await startBeside(world.service.url, world.proxy);
const reader = actor(otherProxy, owner.headers);
afterAll(async () => {
  await otherProxy.close();
  await world.close();
});

/** Seeds the generated rows, changes and queries; a failure names the step. */
const seed = Number(process.env.CHANGED_DEFINITIONS_SEED ?? 92);
const steps = Number(process.env.CHANGED_DEFINITIONS_STEPS ?? 12);
const queriesPerStep = 4;

const sample = <Value>(from: fc.Arbitrary<Value>, step: number): Value =>
  fc.sample(from, { seed: seed * 1_000 + step, numRuns: 1 })[0]!;

async function valueOf(by: Actor, schema: string, filters: object[]): Promise<unknown> {
  const answer = await by.send('POST', '/api/records/search/', { schema, filters });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const [aggregate] = (await answer.json()) as { data: { value: unknown } }[];
  return aggregate!.data.value;
}

/** Compares pages, totals, order, decrypted values and aggregates with the plain rows. */
async function compare(by: Actor, schema: string, rows: PlainRow[], { filters, matches }: PlainQuery) {
  const expected = rows.filter(matches);
  const found = await by.search({ schema, filters, limit: 1000 });
  expect(found.total).toBe(expected.length);
  const opened = await by.decrypt(found.records);
  expect(opened.map(({ data }) => data)).toEqual(expected);
  const doses = expected.flatMap(({ dose }) => dose ?? []);
  const total = doses.reduce((sum, dose) => sum + Math.round(dose * 1_000), 0) / 1_000;
  const aggregates = { sum: total, min: Math.min(...doses), max: Math.max(...doses), count: doses.length };
  for (const [name, value] of Object.entries(aggregates)) {
    // The filter of the aggregated field goes into the brackets of the aggregate.
    const range = filters.find(({ label }) => label === 'dose')?.value ?? '';
    const others = filters.filter(({ label }) => label !== 'dose');
    const answer = await valueOf(by, schema, [...others, { label: 'dose', value: `${name}(${range})` }]);
    if (doses.length > 0) expect(Number(answer), `${name}(${range})`).toBe(value);
  }
  const ordered = await by.search({ schema, filters, order_by: '-dose', limit: 5 });
  const highest = (await by.decrypt(ordered.records)).map(({ data }) => data.dose);
  // Records without a number come last.
  const absent = expected.filter(({ dose }) => dose === undefined).map(() => undefined);
  const sorted = [...doses].sort((one, other) => other - one);
  expect(highest).toEqual([...sorted, ...absent].slice(0, 5));
}

test('results equal those of plain rows after wider limits, added fields, uploads and deletions, on two machines', async () => {
  let limits = firstLimits;
  const { id } = schema;
  let rows: PlainRow[] = [];
  for (let step = 0; step < steps; step++) {
    const newRows = sample(rowsIn(limits), step);
    const job = await ada.uploaded(id, JSON.stringify(newRows), 'application/json');
    expect(job.status, job.error).toBe('complete');
    rows = [...rows, ...newRows];
    if (step % 3 === 1) {
      const deletion = sample(queryIn(limits), step + 500);
      const { records } = await ada.search({ schema: id, filters: deletion.filters, limit: 20 });
      const ids = records.map((record) => `id=${record.id}`).join('&');
      const deletedRows = new Set(rows.filter(deletion.matches).slice(0, 20));
      if (ids !== '')
        expect((await ada.send('DELETE', `/api/records/?schema=${id}&${ids}`)).status).toBe(204);
      rows = rows.filter((row) => !deletedRows.has(row));
    }
    limits = sample(widened(limits), step);
    const changed = await ada.send('PATCH', `/api/schemas/${id}/`, { schema: definitionOf(limits) });
    expect(changed.status, await changed.clone().text()).toBe(200);
    for (let query = 0; query < queriesPerStep; query++)
      for (const by of [ada, reader])
        await compare(by, id, rows, sample(queryIn(limits), step * 100 + query));
  }
}, 300_000);
