import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Page } from '#src/ui/Page.tsx';
import { AppFrame } from '#src/ui/shell/AppFrame.tsx';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';
import { Breadcrumb } from '#src/ui/shell/Breadcrumb.tsx';
import { Footer } from '#src/ui/shell/Footer.tsx';
import { NavItem, NavSection, SidebarNav } from '#src/ui/shell/SidebarNav.tsx';
import { show } from '#tests/src/support/render.tsx';

const nav = (
  <SidebarNav label="Main">
    <NavSection title="Datasets">
      <NavItem to="/datasets/1" label="Patients" />
    </NavSection>
    <NavSection last>
      <NavItem to="/requests" label="Requests" count={120} counted="requests waiting" />
      <NavItem to="/help" label="Help" count={0} />
    </NavSection>
  </SidebarNav>
);
const frame = (
  <AppFrame
    home="/datasets"
    sidebar={nav}
    footer={<Footer copyright="© Cloakroom">{<a href="/terms">Terms</a>}</Footer>}
  >
    <Breadcrumb
      steps={[
        { label: 'Datasets', to: '/datasets' },
        { label: 'Patients', to: '/datasets/1' },
        { label: 'Visits' },
      ]}
    />
    <Page title="Visits" />
  </AppFrame>
);

test('has a link to skip to the content', async () => {
  const { user } = show(frame);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Skip to content');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('opens the menu on a phone, and closes it by Esc and on navigation', async () => {
  const { user } = show(frame);
  const menu = screen.getByRole('button', { name: 'Menu' });
  await user.click(menu);
  expect(menu.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Escape}');
  expect(menu.getAttribute('aria-expanded')).toBe('false');

  await user.click(menu);
  await user.click(screen.getByRole('link', { name: 'Help' }));
  await waitFor(() => expect(menu.getAttribute('aria-expanded')).toBe('false'));
});

test('marks the current item, and shows counts', () => {
  show(frame, '/requests');
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(main.getByRole('link', { current: 'page' }).textContent).toContain('Requests');
  expect(main.getByText('99+').getAttribute('aria-label')).toBe('120 requests waiting');
  expect(main.getByRole('link', { name: 'Help' })).toBeTruthy();
});

test('frames the pages before the sign-in with their own title', () => {
  show(<AuthFrame title="Sign In">Fields</AuthFrame>);
  expect(document.title).toBe('Sign In – Cloakroom');
  expect(screen.getByRole('main').textContent).toContain('Fields');
});
