/** What a page without a proxy says about it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ProxyGuide, ProxyNotice } from '#src/features/proxy/index.ts';
import { createQueryClient } from '#src/app/queryClient.ts';
import { fakeServer } from '../../support/fakeServer.ts';
import { showRoutes } from '../../support/render.tsx';

const proxyUrl = 'http://localhost:9480';

function visit(status: object = {}) {
  fakeServer({
    'GET /api/status/': () => ({
      body: { status: 'ok', api_version: 1, behind_proxy: false, proxy_url: proxyUrl, ...status },
    }),
  });
  const element = (
    <QueryClientProvider client={createQueryClient()}>
      <ProxyNotice without="Searching is not available here." />
      <ProxyGuide />
    </QueryClientProvider>
  );
  return showRoutes([{ path: '/datasets', element }], '/datasets?page=2');
}

test('links to the same page on the proxy that the service names', async () => {
  visit();
  const link = await screen.findByRole('link', { name: /^Open through your proxy/ });
  await vi.waitFor(() => expect(link.getAttribute('href')).toBe(`${proxyUrl}/datasets?page=2`));
  expect(screen.getByRole('link', { name: 'Get the proxy' }).getAttribute('href')).toBe('/help#proxy');
});

test('shows commands that can be copied, for the chosen system', async () => {
  const { user } = visit();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  const command = await screen.findByText(
    `UPSTREAM=${location.origin} PROXY_PORT=9480 npx tsx packages/proxy/main.ts`,
  );
  await user.click(screen.getByRole('button', { name: 'Copy command that starts the proxy' }));
  expect(write).toHaveBeenCalledWith(command.textContent);
  await user.click(screen.getByRole('radio', { name: 'Windows' }));
  screen.getByText(/^\$env:UPSTREAM=/);
});

test('behind a proxy, says so, shows the proxy’s address and doesn’t guess that of the service', async () => {
  visit({ behind_proxy: true });
  await screen.findByText(/^This page comes from your proxy/);
  screen.getByRole('link', { name: location.origin });
  screen.getByText(/^UPSTREAM=https:\/\/… /);
});
