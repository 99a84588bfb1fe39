/** Only the proxy says whether there is a proxy: a service that refuses the status call doesn't change that. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { behindProxyHeader } from '@cloakroom/contract/status.ts';
import { page } from '../../support/fakeServer.ts';
import { sealed } from '../../support/records.ts';
import { visit } from '../../support/recordsPage.tsx';

test('a status call that the service refuses still shows the proxy', async () => {
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
