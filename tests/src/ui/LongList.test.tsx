/** Long lists and grids: what is rendered, and keyboard navigation. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Link } from 'react-router';
import { nextLine } from '#src/ui/listKeys.ts';
import { LongGrid } from '#src/ui/LongGrid.tsx';
import { LongList } from '#src/ui/LongList.tsx';
import { giveLayout } from '#tests/src/support/layout.ts';
import { show } from '#tests/src/support/render.tsx';

const things = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `t${at}`, name: `Thing ${at}` }));

const list = (count: number, current = -1) => (
  <>
    <LongList label="Things" items={things(count)} itemKey={({ id }) => id} lineHeight={40} current={current}>
      {({ id, name }, stop) => (
        <Link to={`/${id}`} {...stop}>
          {name}
        </Link>
      )}
    </LongList>
    <button type="button">After</button>
  </>
);

/** The hint appears with the virtualizer. */
const longForm = () => screen.findByText('Use the arrow keys to move through this list.');

beforeEach(() => giveLayout({ width: 800, height: 400 }));

describe('a list', () => {
  test('renders every item if there are few, and each is a tab stop', async () => {
    const { user } = show(list(3));
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    await user.tab();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Thing 1');
  });

  test('renders only the items near the viewport of ten thousand, each with its position', async () => {
    show(list(10_000));
    await longForm();
    const lines = screen.getAllByRole('listitem');
    expect(lines.length).toBeLessThan(40);
    expect(lines[1]!.getAttribute('aria-posinset')).toBe('2');
    expect(lines[1]!.getAttribute('aria-setsize')).toBe('10000');
  });

  test('renders the current item at any position', async () => {
    show(list(10_000, 7777));
    const line = await screen.findByRole('link', { name: 'Thing 7777' });
    expect(line.tabIndex).toBe(0);
  });
});

test.each([
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['PageDown', 2, 6],
  ['Home', 5, 0],
  ['a', 5, undefined],
])('%s at item %i of ten leads to %s', (key, from, to) => {
  expect(nextLine({ key, altKey: false, ctrlKey: false, metaKey: false }, from, 10, 4)).toBe(to);
});

test('a key with Ctrl or Alt is ignored', () => {
  expect(nextLine({ key: 'Home', altKey: false, ctrlKey: true, metaKey: false }, 5, 10, 4)).toBeUndefined();
});

describe('a grid', () => {
  const grid = (count: number) => (
    <LongGrid label="Cards" items={things(count)} itemKey={({ id }) => id} cardHeight={10}>
      {({ name }) => <Link to="/">{name}</Link>}
    </LongGrid>
  );

  test('renders every card if there are few', () => {
    show(grid(60));
    expect(screen.getAllByRole('listitem')).toHaveLength(60);
  });

  test('renders only the cards near the viewport of ten thousand, in as many columns as fit', async () => {
    vi.stubGlobal('innerHeight', 400);
    show(grid(10_000));
    await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeLessThan(40));
    const cards = screen.getAllByRole('listitem');
    expect(cards[3]!.getAttribute('aria-posinset')).toBe('4');
    expect(new Set(cards.map((card) => card.style.insetInlineStart)).size).toBe(2);
  });
});
