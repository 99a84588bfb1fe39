/** A program that trains a naive Bayes classifier on sealed records: 180 counts by many concurrent workers. */
import { afterAll, expect, test } from 'vitest';
import { createClient } from '@cloakroom/client/client.ts';
import { searchRecords } from '@cloakroom/contract/records.ts';
import {
  patientDefinition,
  patients,
  patientsCsv,
  runWithWorkers,
  trainingCounts,
} from '#tools/naiveBayes.ts';
import { startProxyStack } from '#tests/proxy/support/proxyStack.ts';

const world = await startProxyStack();
afterAll(() => world.close());
const { ada, owner, proxy } = world;
const rows = patients(3000);
const expected = trainingCounts.map(({ selects }) => rows.filter(selects).length);
const schema = await world.schemaOf(patientDefinition);
await ada.uploaded(schema.id, patientsCsv(rows), 'text/csv');
const client = createClient({ baseUrl: proxy.url, headers: owner.headers });

test.each([10, 64])('180 counts by %i workers are exact', async (workers) => {
  const { results } = await runWithWorkers(trainingCounts, workers, async ({ filters }) => {
    const [answer] = await client.call(searchRecords, { body: { schema: schema.id, filters } });
    return answer?.data.value;
  });
  expect(expected).toHaveLength(180);
  expect(Math.min(...expected)).toBeGreaterThan(50);
  expect(results).toEqual(expected);
});
