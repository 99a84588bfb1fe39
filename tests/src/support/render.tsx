/** Renders a component with theme, router and root in strict mode, and a user to operate it. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { vi } from 'vitest';
import { RootContext } from '#src/features/root/index.ts';
import { Theme } from '#src/ui/theme/Theme.tsx';
import { currentRoot } from './testRoot.ts';

/** Renders routes, starting at `at`. Works with fake timers as well. */
export function showRoutes(routes: RouteObject[], at = '/') {
  const user = userEvent.setup({ advanceTimers: (ms) => vi.isFakeTimers() && vi.advanceTimersByTime(ms) });
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const view = render(
    <StrictMode>
      <RootContext value={currentRoot()}>
        <Theme>
          <RouterProvider router={router} />
        </Theme>
      </RootContext>
    </StrictMode>,
  );
  return { user, router, ...view };
}

/** Renders one component at any path. */
export const show = (part: ReactNode, at = '/') => showRoutes([{ path: '*', element: part }], at);
