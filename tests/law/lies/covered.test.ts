/** Checks that a suite falsifies the answer to each call that the proxy makes. */
import { expect, test } from 'vitest';
import { coveredCalls } from './coverage.ts';
import { serviceCalls } from './serviceCalls.ts';

test('a suite of lies covers each call of the service that the proxy makes', async () => {
  const covered = [...new Set(Object.values(coveredCalls).flat())].sort();
  expect(covered).toEqual(await serviceCalls());
});
