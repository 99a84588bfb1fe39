import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Menu, MenuItem, MenuLink } from '#src/ui/Menu.tsx';
import { showRoutes } from '#tests/src/support/render.tsx';

const opened = async (onSelect = vi.fn()) => {
  const menu = (
    <Menu label="Account">
      <MenuLink to="/profile">Profile</MenuLink>
      <MenuItem onSelect={onSelect}>Logout</MenuItem>
    </Menu>
  );
  const view = showRoutes([{ path: '*', element: menu }]);
  await view.user.click(screen.getByRole('button', { name: 'Account', expanded: false }));
  return view;
};
const focused = () => document.activeElement?.textContent;

test('focuses its first item, and the arrow keys wrap around', async () => {
  const { user } = await opened();
  expect(screen.getByRole('button', { name: 'Account', expanded: true })).toBeTruthy();
  expect(focused()).toBe('Profile');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Logout');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Profile');
  await user.keyboard('{End}');
  expect(focused()).toBe('Logout');
  await user.keyboard('{Home}{ArrowUp}');
  expect(focused()).toBe('Logout');
});

test('runs a command, closes, and returns the focus to its button', async () => {
  const logout = vi.fn();
  const { user } = await opened(logout);
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  expect(logout).toHaveBeenCalledOnce();
  const button = screen.getByRole('button', { name: 'Account', expanded: false });
  expect(document.activeElement).toBe(button);
});

test('closes when one of its links is followed', async () => {
  const { user, router } = await opened();
  await user.click(screen.getByRole('link', { name: 'Profile' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
  expect(screen.getByRole('button', { name: 'Account', expanded: false })).toBeTruthy();
});
