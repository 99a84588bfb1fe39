/** The parts that only show: what they say to those who listen. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Banner } from '#src/ui/Banner.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Progress } from '#src/ui/Progress.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { Table } from '#src/ui/Table.tsx';
import { Tabs } from '#src/ui/Tabs.tsx';
import { show } from '#tests/src/support/render.tsx';

it('interrupts with an error, and waits its turn with anything else', () => {
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

it('reads a table by its caption, its columns and its rows', () => {
  const rows = [
    { email: 'ada@home.test', role: 'Owner' },
    { email: 'alan@home.test', role: 'Member' },
  ];
  show(
    <Table
      caption="Users"
      columns={[
        { key: 'email', header: 'Email', cell: (row) => row.email, rowHeader: true },
        { key: 'role', header: 'Role', cell: (row) => row.role },
      ]}
      rows={rows}
      rowKey={(row) => row.email}
    />,
  );
  const table = screen.getByRole('table', { name: 'Users' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Email', 'Role']);
  const row = within(table).getByRole('row', { name: /alan/ });
  expect(within(row).getByRole('rowheader').textContent).toBe('alan@home.test');
  expect(within(row).getByRole('cell').textContent).toBe('Member');
});

it('marks the tab that is open as the current page', () => {
  const tabs = [
    { to: '/users', label: 'Users' },
    { to: '/profile', label: 'Profile' },
  ];
  show(<Tabs label="Account" tabs={tabs} />, '/profile');
  const bar = screen.getByRole('navigation', { name: 'Account' });
  expect(within(bar).getByRole('link', { current: 'page' }).textContent).toBe('Profile');
  expect(within(bar).getAllByRole('link')).toHaveLength(2);
});

it('says in words how far something has come', () => {
  show(<Progress label="Upload" value={1200} max={60_000} text="1 200 of 60 000 records, 2 %" />);
  const bar = screen.getByRole('progressbar', { name: 'Upload' });
  expect(bar.getAttribute('aria-valuetext')).toBe('1 200 of 60 000 records, 2 %');
  expect(bar.getAttribute('aria-valuenow')).toBe('1200');
  expect((bar.firstElementChild as HTMLElement).style.getPropertyValue('--share')).toBe('0.02');
});

it('promises no figure while the end is unknown', () => {
  show(<Progress label="Waiting" />);
  expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false);
});

it('says what is loading, and hides the bones', () => {
  show(<Skeleton label="Loading datasets" />);
  expect(screen.getByRole('status').textContent).toBe('Loading datasets');
});

it('explains an empty place and offers a way on', () => {
  show(
    <EmptyState
      icon="dataset"
      title="No Identities"
      actions={<LinkButton to="/start">Get started</LinkButton>}
    >
      None yet.
    </EmptyState>,
  );
  expect(screen.getByRole('heading', { name: 'No Identities' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Get started' }).getAttribute('href')).toBe('/start');
});

it('names an icon only when it stands for words', () => {
  show(
    <>
      <Icon name="lock" label="Encrypted" />
      <Icon name="copy" />
    </>,
  );
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('aria-label'))).toEqual(['Encrypted']);
});
