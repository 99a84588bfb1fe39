/** The terms of service: where they open, where closing leads, and what they say. */
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { terms } from '#src/features/legal/terms.ts';
import { openConsole } from '#tests/src/support/console.tsx';

const text = terms
  .flatMap(({ title, paragraphs, points = [], closing = [] }) => [
    title,
    ...paragraphs,
    ...points,
    ...closing,
  ])
  .join('\n');

test('closing the terms without agreeing leaves the box unticked', async () => {
  const { heading, user } = openConsole('/register');
  await heading('Sign Up');
  await user.click(screen.getByLabelText('I agree to the Terms of Service'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  expect(screen.getByLabelText<HTMLInputElement>('I agree to the Terms of Service').checked).toBe(false);
});

test.each([
  'license',
  'Acceptable use',
  'Data Owners may read, write, encrypt and decrypt',
  'Data Requesters may only run encrypted search',
  'free trial of 30 days',
  'binding arbitration',
  'Confidentiality',
  'No warranty',
])('the terms contain: %s', (words) => {
  expect(text).toContain(words);
});

test('every section that the terms refer to exists', () => {
  const numbers = terms.map(({ title }) => Number.parseInt(title, 10));
  expect(numbers).toEqual(Array.from({ length: terms.length }, (_, at) => at + 1));
  const cited = [...text.matchAll(/[Ss]ections? (\d+)/g)].map(([, number]) => Number(number));
  expect(cited.filter((number) => !numbers.includes(number))).toEqual([]);
});
