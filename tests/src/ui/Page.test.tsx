import { screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { Page } from '#src/ui/Page.tsx';
import { showRoutes } from '#tests/src/support/render.tsx';

const routes = [
  {
    path: '/datasets',
    element: (
      <Page title="Datasets" actions={<Link to="/records">Records</Link>}>
        <Link to="/datasets?page=2">Next</Link>
      </Page>
    ),
  },
  { path: '/records', element: <Page title="Records" context="Patients" subtitle="Sealed." /> },
];

test('names the tab after page, dataset and product', async () => {
  const { user } = showRoutes(routes, '/datasets');
  expect(document.title).toBe('Datasets – Cloakroom');
  await user.click(screen.getByRole('link', { name: 'Records' }));
  await waitFor(() => expect(document.title).toBe('Records – Patients – Cloakroom'));
});

test('focuses the heading on arrival, except on the first page of a visit', async () => {
  const { user } = showRoutes(routes, '/datasets');
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole('link', { name: 'Records' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Records' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('doesn’t move the focus when only the query changes', async () => {
  const { user, router } = showRoutes(routes, '/datasets');
  const next = screen.getByRole('link', { name: 'Next' });
  await user.click(next);
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
  expect(document.activeElement).toBe(next);
});
