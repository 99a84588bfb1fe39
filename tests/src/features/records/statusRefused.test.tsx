/** Whether there is a proxy is known from the proxy alone: a service that refuses the status call can't deny it. */
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { behindProxyHeader } from '@cloakroom/contract/status.ts';
import { page } from '../../support/fakeServer.ts';
import { sealed } from '../../support/records.ts';
import { beginVisits, endVisits, visit } from '../../support/recordsPage.tsx';

beforeEach(beginVisits);
afterEach(endVisits);

test('a status that the service refuses is no sign that there is no proxy', async () => {
  const { asked, searches } = visit(
    {
      'GET /api/status/': () => ({
        status: 500,
        body: { detail: 'No.' },
        headers: { [behindProxyHeader]: 'true' },
      }),
      'GET /api/records/': () => page(sealed, 60_000),
    },
    '?column=name&value=Ada',
  );
  await screen.findByText('Showing 1-50 of 120', undefined, { timeout: 5_000 });
  expect(asked('GET /api/records/')).toEqual([]);
  expect(searches()).toMatchObject([{ filters: [{ label: 'name', value: 'Ada' }] }]);
});
