/** The tour of a new organization, its plan, and the developer pages. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openConsole } from '#tests/src/support/console.tsx';
import { actors } from '#tests/src/support/testRoot.ts';
import { adasWorld, organization } from '#tests/src/support/people.ts';

const tour = 'Welcome! Here is the way to your first decrypted row';
const start = '/datasets?product_tour_id=528227';

beforeEach(() => actors().unmuteAlerts());

test('the tour shows its steps, and leaves the address when it is done', async () => {
  const { heading, user, place } = openConsole(start, adasWorld);
  await heading('Datasets');
  const note = within(await screen.findByRole('region', { name: tour }));
  expect(note.getByText('Create a dataset.')).toBeDefined();
  for (const title of ['Add a schema to it.', 'Upload records.', 'Search and decrypt.', 'Invite others.']) {
    await user.click(note.getByRole('button', { name: 'Next' }));
    expect(note.getByText(title)).toBeDefined();
  }
  await user.click(note.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('region', { name: tour })).toBeNull();
  expect(place()).toBe('/datasets');
});

test('a suppressed tour is not shown again', async () => {
  const first = openConsole(start, adasWorld);
  await first.heading('Datasets');
  await first.user.click(await screen.findByRole('button', { name: "Don't show again" }));
  await waitFor(() => expect(screen.queryByRole('region', { name: tour })).toBeNull());
  await first.router.navigate(start);
  await first.heading('Datasets');
  expect(screen.queryByRole('region', { name: tour })).toBeNull();
});

test('an unknown tour id shows nothing', async () => {
  const { heading } = openConsole('/datasets?product_tour_id=1', adasWorld);
  await heading('Datasets');
  expect(screen.queryByRole('region', { name: tour })).toBeNull();
});

test('creating an organization creates a billing customer, and its failure is not shown', async () => {
  const { heading, user, sent } = openConsole('/organizations/create', {
    ...adasWorld,
    'GET /api/users/self/': () => ({
      body: { ...(adasWorld['GET /api/users/self/']!({} as never).body as object), organizations: [] },
    }),
    'POST /api/organizations/': () => ({ status: 201, body: organization }),
    'POST /api/stripe/customer/': () => ({ status: 503, body: { detail: 'The provider does not answer.' } }),
  });
  await heading('Create an Organization');
  await user.type(screen.getByLabelText('Organization Name'), 'Analytical Engines');
  await user.click(screen.getByRole('button', { name: 'Create Organization' }));
  await heading('Datasets');
  expect(sent('POST /api/stripe/customer/').length).toBeGreaterThan(0);
  expect(screen.queryByText('The provider does not answer.')).toBeNull();
});

test('without plans the plan page says that everything works with the free plan', async () => {
  const { heading } = openConsole('/choose-plan', adasWorld);
  await heading('Please choose a plan');
  expect(screen.getByText(/Your plan is Free, and everything works with it/)).toBeDefined();
});
