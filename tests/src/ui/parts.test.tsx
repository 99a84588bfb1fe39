/** Components without interaction, and what screen readers get of them. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Banner } from '#src/ui/Banner.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Progress } from '#src/ui/Progress.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Tabs } from '#src/ui/Tabs.tsx';
import { show } from '#tests/src/support/render.tsx';

test('an error banner is an alert, every other banner a status', () => {
  show(
    <>
      <Banner tone="error">Login failed</Banner>
      <Banner tone="info" title="Beta">
        You use the beta.
      </Banner>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toBe('Login failed');
  expect(screen.getByRole('status').textContent).toBe('BetaYou use the beta.');
});

test('the open tab is marked as the current page', () => {
  const tabs = [
    { to: '/users', label: 'Users' },
    { to: '/profile', label: 'Profile' },
  ];
  show(<Tabs label="Account" tabs={tabs} />, '/profile');
  const bar = screen.getByRole('navigation', { name: 'Account' });
  expect(within(bar).getByRole('link', { current: 'page' }).textContent).toBe('Profile');
  expect(within(bar).getAllByRole('link')).toHaveLength(2);
});

test('progress is described in words', () => {
  show(<Progress label="Upload" value={1200} max={60_000} text="1 200 of 60 000 records, 2 %" />);
  const bar = screen.getByRole('progressbar', { name: 'Upload' });
  expect(bar.getAttribute('aria-valuetext')).toBe('1 200 of 60 000 records, 2 %');
  expect(bar.getAttribute('aria-valuenow')).toBe('1200');
  expect((bar.firstElementChild as HTMLElement).style.getPropertyValue('--share')).toBe('0.02');
});

test('progress without a known end has no value', () => {
  show(<Progress label="Waiting" />);
  expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false);
});

test('a skeleton says what is loading and hides its shapes', () => {
  show(<Skeleton label="Loading datasets" />);
  expect(screen.getByRole('status').textContent).toBe('Loading datasets');
});

test('an icon has a name only if it replaces text', () => {
  show(
    <>
      <Icon name="lock" label="Encrypted" />
      <Icon name="copy" />
    </>,
  );
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('aria-label'))).toEqual(['Encrypted']);
});
