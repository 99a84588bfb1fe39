/** Whether each call of the service that the proxy makes is lied about. */
import { expect, test } from 'vitest';
import { coveredCalls } from './coverage.ts';
import { serviceCalls } from './serviceCalls.ts';

test('a suite of lies covers each call of the service that the proxy makes', async () => {
  const covered = [...new Set(Object.values(coveredCalls).flat())].sort();
  expect(covered).toEqual(await serviceCalls());
});
