/** The return address of the sign-in page. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loginPath, safeReturn, withoutSearchTerms } from '#src/shared/paths.ts';

const origin = 'https://console.example';

test('signing in leads back to the former page, with its query', () => {
  const login = loginPath({ pathname: '/datasets/d/schemas/s/records', search: '?limit=25&offset=50' });
  const next = new URL(login, origin).searchParams.get('next');
  expect(safeReturn(next, origin)).toBe('/datasets/d/schemas/s/records?limit=25&offset=50');
});

test('search terms are not part of the return address', () => {
  const search = '?limit=25&column=name&operator=between&value=canary&value2=canary2&sort=-age&Column=kept';
  const login = loginPath({ pathname: '/datasets/d/schemas/s/records', search });
  expect(login).not.toContain('canary');
  const next = new URL(login, origin).searchParams.get('next');
  expect(safeReturn(next, origin)).toBe('/datasets/d/schemas/s/records?limit=25&sort=-age&Column=kept');
  expect(withoutSearchTerms({ pathname: '/datasets/d/schemas/s/records', search: '?value=canary' })).toBe(
    '/datasets/d/schemas/s/records',
  );
  expect(withoutSearchTerms({ pathname: '/users', search: '?value=1' })).toBe('/users?value=1');
});

test('the first page is not part of the address', () => {
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
  '/%6cogin',
  '/LOGIN',
  '/x/../login',
  '/x/..//evil.example',
  '/x/..///evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '/x/%2e%2e//user@evil.example/',
  '/x/..//user:password@evil.example/',
  '/x/..\\evil.example',
  '/x\\y',
  '/x/%5cevil.example',
  '/%2f/evil.example',
  '/%2Fevil.example',
  '/x%2f..%2f%2fevil.example',
  '/x/..%2f/evil.example',
  '/\n/evil.example',
  '/x/..\t//evil.example',
  '/x/..\r\n//evil.example',
  '/x%00y',
  '/x%0d%0ay',
  '/%',
  ' //evil.example',
  '/datasets//evil.example',
])('%o leads to the datasets', (next) => {
  expect(safeReturn(next, origin)).toBe('/datasets');
});

test('for any input the result is a normalized path of this origin', () => {
  const part = fc.constantFrom('/', '//', '..', '.', '\\', '%2f', '%5C', '%2e', '\t', '\n', '\u0000', '@', ':', 'evil.example', 'https:', '?', '#', 'x', ' ', '%09'); // prettier-ignore
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part, { maxLength: 9 }).map((parts) => parts.join('')),
        fc.webUrl(),
        fc.string(),
      ),
      (wanted) => {
        const path = safeReturn(wanted, origin);
        for (const base of [`${origin}/`, `${origin}/datasets/d/schemas/s/records`]) {
          const url = new URL(path, base);
          expect(url.origin).toBe(origin);
          expect(`${url.pathname}${url.search}`).toBe(path);
        }
        expect(path).toMatch(/^\/(?!\/)/);
      },
    ),
    { numRuns: 5000 },
  );
});
