/** Mails are shown as text: only links to this console's pages are links, and these stay in its origin. */
import { expect, test } from 'vitest';
import { mailParts } from '#src/features/mailOutbox/mailText.ts';

const origin = 'http://localhost:8080';
const linksIn = (text: string) => mailParts(text, origin).flatMap(({ to }) => (to === undefined ? [] : [to]));

test('a link to the console becomes a link by path, and the rest stays text', () => {
  const text = 'Hello,\n\nhttp://localhost:8080/accounts/activate?user_id=1&signature=a_b-c\n\n<b>Bye</b>\n';
  expect(mailParts(text, origin)).toEqual([
    { text: 'Hello,\n\n' },
    {
      text: 'http://localhost:8080/accounts/activate?user_id=1&signature=a_b-c',
      to: '/accounts/activate?user_id=1&signature=a_b-c',
    },
    { text: '\n\n<b>Bye</b>\n' },
  ]);
});

test('a link to another host name of this machine stays in this origin', () => {
  expect(linksIn('http://127.0.0.1:8000/login')).toEqual(['/login']);
});

test.each([
  'https://evil.example/accounts/activate?x=1',
  'http://localhost.evil.example/login',
  'http://localhost:8080@evil.example/login',
  'http://localhost:8080//evil.example/login',
  'http://localhost:8080/x/..//evil.example',
  'http://localhost:8080/accounts/activate/..%2f..%2f/evil.example',
  'http://localhost:8080/logout',
  'http://localhost:8080/api/outbox/',
  'javascript:alert(1)',
  'http://[',
])('%s stays text', (address) => {
  expect(linksIn(`See ${address} now`)).toEqual([]);
});
