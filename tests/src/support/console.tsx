/** Renders the whole console at an address, with a fake network. */
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, vi } from 'vitest';
import { Providers } from '#src/app/providers.tsx';
import { createRoutes } from '#src/app/routes.tsx';
import { type Answers, type Asked, fakeServer, type Reply } from './fakeServer.ts';
import { currentRoot, leaveRoots } from './testRoot.ts';

/** Answers by method and path: `'GET /api/status/'`. */
export type World = Record<string, (asked: Asked) => Reply>;

const silence: World = {
  'GET /api/status/': () => ({ body: { status: 'ok', api_version: 1, behind_proxy: true } }),
  'GET /api/requests/': () => ({ body: [] }),
  'GET /api/invitations/': () => ({ body: [] }),
};

/** The console is served by the service itself. */
export const withoutProxy: World = {
  'GET /api/status/': () => ({ body: { status: 'ok', api_version: 1, behind_proxy: false } }),
};

// jsdom has no layout, so there is nothing to scroll.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// The page is unmounted before its root ends: it may start a sign-out when it mounts.
afterEach(async () => {
  cleanup();
  await leaveRoots();
  vi.unstubAllGlobals();
});

/** Opens the console. A request that the world doesn't define fails the test. */
export function openConsole(path: string, world: Answers = {}) {
  const requests: { call: string; body: unknown }[] = [];
  fakeServer({ ...silence, ...world }, (call, { body }) => requests.push({ call, body }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const root = currentRoot();
  const router = createMemoryRouter(createRoutes(root), { initialEntries: [path] });
  render(
    <Providers root={root} client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return {
    ...root.present,
    router,
    client,
    requests,
    user: userEvent.setup(),
    /** The bodies of the calls of that name. */
    sent: (call: string) => requests.filter((request) => request.call === call).map(({ body }) => body),
    /** The current path, with its query. */
    place: () => `${router.state.location.pathname}${router.state.location.search}`,
    heading: (name: string) => screen.findByRole('heading', { level: 1, name }),
  };
}
