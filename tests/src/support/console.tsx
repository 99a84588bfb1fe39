/** The whole console in memory, at an address, with a network that answers as told. */
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, vi } from 'vitest';
import { Providers } from '#src/app/providers.tsx';
import { createRoutes } from '#src/app/routes.tsx';
import { currentRoot, leaveRoots } from './testRoot.ts';

/** What comes back: a body, or a status with one. */
export type Told = { status?: number; body?: unknown };
/** Answers by method and path: `'GET /api/status/'`. */
type Asked = { query: URLSearchParams; body: unknown };
export type World = Record<string, (asked: Asked) => Told>;
/** One that may take its time. */
export type SlowWorld = Record<string, (asked: Asked) => Told | Promise<Told>>;

const silence: World = {
  'GET /api/status/': () => ({ body: { status: 'ok', api_version: 1, behind_proxy: true } }),
  'GET /api/csrf/': () => ({ body: { csrfToken: 'token' } }),
  'GET /api/requests/': () => ({ body: [] }),
  'GET /api/invitations/': () => ({ body: [] }),
};

/** The console is spoken to by the service itself. */
export const withoutProxy: World = {
  'GET /api/status/': () => ({ body: { status: 'ok', api_version: 1, behind_proxy: false } }),
};

// jsdom has no layout, hence nothing to scroll.
window.scrollTo = () => undefined;

// The page goes before its root: a sign-out that it asks for as it appears must not come after the end.
afterEach(async () => {
  cleanup();
  await leaveRoots();
  vi.unstubAllGlobals();
});

/** Opens the console. A request that the world doesn't know fails the test. */
export function openConsole(path: string, world: SlowWorld = {}) {
  const requests: { call: string; body: unknown }[] = [];
  const answers: SlowWorld = { ...silence, ...world };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://console.test');
    const call = `${init.method ?? 'GET'} ${url.pathname}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    requests.push({ call, body });
    const answer = answers[call];
    if (!answer) throw new Error(`The console made a call that the test doesn't know: ${call}`);
    const told = await answer({ query: url.searchParams, body });
    return new Response(told.body === undefined ? null : JSON.stringify(told.body), {
      status: told.status ?? 200,
    });
  });
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
    /** What the calls of that name carried. */
    sent: (call: string) => requests.filter((request) => request.call === call).map(({ body }) => body),
    /** Where the console is now, query included. */
    place: () => `${router.state.location.pathname}${router.state.location.search}`,
    heading: (name: string) => screen.findByRole('heading', { level: 1, name }),
  };
}
