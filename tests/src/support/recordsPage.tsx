/** The records screen with its real workers and machines, and a fake network. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { RestoredState } from '@cloakroom/contract/epochs.ts';
import { AlertPanel } from '#src/features/alerts/AlertPanel.tsx';
import { RecordsPage } from '#src/features/records/RecordsPage.tsx';
import { createQueryClient } from '#src/app/queryClient.ts';
import { fakeServer, page, type Answers } from './fakeServer.ts';
import { fakeSockets } from './fakeSocket.ts';
import { fakeWorkers } from './fakeWorkers.ts';
import { dataset, datasetId, opened, schema, schemaId, sealed } from './records.ts';
import { showRoutes } from './render.tsx';
import { endRoots } from './testRoot.ts';

export const statusOf = (behind_proxy: boolean) => () => ({
  body: { status: 'ok', api_version: 1, behind_proxy },
});

/** Nothing was restored. */
export const currentState: RestoredState = {
  state: 'current',
  epoch: null,
  missing: { uploads: 0, records: 0, returned: 0 },
  seen: null,
  as_of: null,
  uploads: [],
  earlier_keys: false,
  words: [],
  may_accept: true,
  confirm_with: 'password',
};

const usual: Answers = {
  'GET /api/status/': statusOf(true),
  [`GET /api/datasets/${datasetId}/`]: () => ({ body: dataset }),
  [`GET /api/schemas/${schemaId}/`]: () => ({ body: schema }),
  'GET /api/groups/stale/': () => ({ body: [] }),
  [`GET /api/schemas/${schemaId}/record-forms/`]: () => ({ body: { in_groups: 120, one_by_one: 0 } }),
  'GET /api/jobs/': () => page([]),
  'GET /api/keyring/': () => ({
    body: { state: 'open', phrase: 'confirmed', passphrase: 'file', device_id: null },
  }),
  'GET /api/jobs/uploaded/': () => page([]),
  [`POST /api/schemas/${schemaId}/exports/`]: () => ({ status: 204, body: undefined }),
  [`GET /api/schemas/${schemaId}/restored/`]: () => ({ body: currentState }),
  [`GET /api/schemas/${schemaId}/views/`]: () => ({ body: [] }),
  'POST /api/records/search/': () => page(sealed, 120),
  'POST /api/records/can-decrypt/': () => ({ body: { can_decrypt: true } }),
  'POST /api/records/decrypt/': () => ({ body: opened }),
  'POST /api/records/export/': ({ body }) => ({
    lines: (body as { decrypt: boolean }).decrypt
      ? opened.map((record) => ({ ...record, url: `/api/records/${record.id}/` }))
      : sealed,
    headers: { 'X-Total-Count': '3' },
  }),
};

beforeEach(() => {
  fakeWorkers();
  fakeSockets();
});
afterEach(() => {
  cleanup();
  endRoots();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/**
 * Renders the page at an address, with a fake server.
 * @param answers - replace the default responses.
 * @param tray - rendered below the page.
 */
export function visit(answers: Answers = {}, query = '', tray?: ReactNode) {
  const asked = fakeServer({ ...usual, ...answers });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const element = (
    <QueryClientProvider client={client}>
      <AlertPanel />
      <RecordsPage />
      {tray}
    </QueryClientProvider>
  );
  const path = '/datasets/:datasetId/schemas/:schemaId/records';
  const shown = showRoutes([{ path, element }], `/datasets/${datasetId}/schemas/${schemaId}/records${query}`);
  const searches = () => asked('POST /api/records/search/').map(({ body }) => body);
  return { asked, searches, ...shown };
}
export type User = ReturnType<typeof visit>['user'];

/** Waits for the records, by a cell that is unique. */
export const arrived = () => screen.findByRole('gridcell', { name: 'no value, team column' });

/** The switch, once it can be used. */
export async function lockOf(): Promise<HTMLElement> {
  await arrived();
  await waitFor(() => {
    if (screen.getByRole('switch').ariaDisabled) throw new Error('It is not known yet who may decrypt.');
  });
  return screen.getByRole('switch', { name: 'Decrypt' });
}
