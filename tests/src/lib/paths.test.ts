/** Coming back to where one was, and nowhere else. */
import { expect, test } from 'vitest';
import { loginPath, safeReturn } from '#src/lib/paths.ts';

const origin = 'https://console.example';

test('signing in leads back to the page one came from, query included', () => {
  const login = loginPath({ pathname: '/datasets/d/schemas/s/records', search: '?limit=25&offset=50' });
  const next = new URL(login, origin).searchParams.get('next');
  expect(safeReturn(next, origin)).toBe('/datasets/d/schemas/s/records?limit=25&offset=50');
});

test('the first page needs no mention in the address', () => {
  expect(loginPath({ pathname: '/datasets', search: '' })).toBe('/login');
});

test.each([
  null,
  '',
  'https://evil.example/',
  '//evil.example/x',
  '/\\evil.example',
  '\\/evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/login?next=/login',
  '/logout',
  '/accounts/activate',
])('%o leads to the datasets, never elsewhere', (next) => {
  expect(safeReturn(next, origin)).toBe('/datasets');
});
