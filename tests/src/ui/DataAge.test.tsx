/** The age of data that isn't fresh. */
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connection } from '#src/shared/connection.ts';
import { formatTimeAgo } from '#src/shared/format/moments.ts';
import { DataAge } from '#src/ui/DataAge.tsx';
import { show } from '#tests/src/support/render.tsx';

const minute = 60_000;
const ago = (ms: number) => Date.now() - ms;

afterEach(() => act(() => connection.report(200)));

test('data that was just fetched has no age while the service answers', () => {
  show(<DataAge of={{ dataUpdatedAt: ago(12 * minute), isFetching: false, isError: false }} />);
  expect(screen.queryByText(/^As of/)).toBeNull();
});

test('data that could not be fetched again has an age', () => {
  show(<DataAge of={{ dataUpdatedAt: ago(12 * minute), isFetching: false, isError: true }} />);
  expect(screen.getByText('As of 12 minutes ago')).toBeDefined();
});

test('stored data has an age while it is fetched again', () => {
  show(<DataAge of={{ dataUpdatedAt: ago(3 * 60 * minute), isFetching: true, isError: false }} />);
  expect(screen.getByText('As of 3 hours ago')).toBeDefined();
});

test('an age is shown in the largest unit that fits', () => {
  expect([0, 59_999, minute, 119 * minute, 49 * 60 * minute].map(formatTimeAgo)).toEqual([
    'less than a minute ago',
    'less than a minute ago',
    '1 minute ago',
    '1 hour ago',
    '2 days ago',
  ]);
});
