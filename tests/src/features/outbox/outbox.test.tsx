/** The outbox and the API docs as pages: the service's answers are shown as data. */
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiDescription } from '@cloakroom/contract/apiDescription.ts';
import { outboxToken } from '#src/shared/storage/outboxToken.ts';
import { ApiDocsPage } from '#src/features/apiDocs/ApiDocsPage.tsx';
import { OutboxMailPage } from '#src/features/mailOutbox/OutboxMailPage.tsx';
import { loader, OutboxPage } from '#src/features/mailOutbox/OutboxPage.tsx';
import { createQueryClient } from '#src/app/queryClient.ts';
import { fakeServer, type Answers } from '../../support/fakeServer.ts';
import { showRoutes } from '../../support/render.tsx';

afterEach(() => {
  outboxToken.clear();
});

const script = '<img src=x onerror=alert(1)><script>alert(1)</script>';
const mail = { id: '2026-x', to: 'zoe@example.org', subject: script, date: 'Mon, 23 Nov 2026' };

function show(path: string, answers: Answers) {
  const asked = fakeServer(answers);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const inside = (page: React.ReactNode) => <QueryClientProvider client={client}>{page}</QueryClientProvider>;
  const routes = [
    { path: '/outbox', element: inside(<OutboxPage />), loader },
    { path: '/outbox/:mailId', element: inside(<OutboxMailPage />) },
    { path: '/api-docs', element: inside(<ApiDocsPage />) },
  ];
  return { asked, ...showRoutes(routes, path) };
}

test('the token leaves the address and opens the list; a mail is text, with links to this console only', async () => {
  const link = `${location.origin}/accounts/activate?user_id=1`;
  const { asked, router, user } = show('/outbox?token=secret', {
    'GET /api/outbox/': () => ({ body: [mail] }),
    'GET /api/outbox/2026-x/': () => ({
      body: { ...mail, text: `${script}\n${link}\nhttps://evil.example/` },
    }),
  });
  await user.click(await screen.findByRole('link', { name: script }));
  expect(await screen.findByRole('heading', { level: 1, name: script })).not.toBeNull();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: link }).getAttribute('href')).toBe('/accounts/activate?user_id=1');
  expect(main.queryByRole('link', { name: /evil/ })).toBeNull();
  expect(document.querySelector('img, script')).toBeNull();
  expect(router.state.location).toMatchObject({ pathname: '/outbox/2026-x', search: '' });
  expect(asked('GET /api/outbox/')[0]!.query.get('token')).toBe('secret');
});

test.each([
  [403, 'This outbox is closed'],
  [404, 'There is no outbox here'],
])('an outbox that answers %i shows "%s"', async (status, title) => {
  show('/outbox', { 'GET /api/outbox/': () => ({ status, body: { detail: 'No.' } }) });
  await screen.findByText(title);
});

test('the docs list every call with the program that answers it, and can be searched', async () => {
  const description = ApiDescription.parse({
    info: { title: 'API', version: '1' },
    paths: {
      '/api/records/search/': {
        post: {
          summary: script,
          tags: ['records'],
          'x-answered-by': 'proxy',
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
          requestBody: { content: { 'application/json': { schema: { type: 'object', title: script } } } },
          responses: { 200: { description: 'Default Response' } },
        },
      },
      '/api/users/self/': { get: { summary: 'Who one is.', tags: ['users'] } },
      // A list of so many calls has a search field.
      ...Object.fromEntries(
        Array.from({ length: 8 }, (_, at) => [`/api/datasets/${at}/`, { get: { tags: ['datasets'] } }]),
      ),
    },
  });
  const { user } = show('/api-docs', { 'GET /api/schema/': () => ({ body: description }) });
  await screen.findByRole('heading', { level: 2, name: 'Records' });
  await user.click(screen.getByText('/api/records/search/'));
  await screen.findByText('Answered by the proxy alone');
  screen.getByRole('row', { name: 'limit query No integer' });
  expect(document.querySelector('main img, main script')).toBeNull();
  await user.type(screen.getByRole('searchbox', { name: 'Find a call' }), 'get self');
  expect(screen.queryByRole('heading', { level: 2, name: 'Records' })).toBeNull();
  screen.getByText('1 of 10');
});

test('an invalid description shows an error', async () => {
  show('/api-docs', { 'GET /api/schema/': () => ({ invalid: true, body: { paths: [] } }) });
  await screen.findByText(/can’t be read/);
});
