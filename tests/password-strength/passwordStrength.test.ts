/** Which passwords count as weak. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWeakPassword } from '@cloakroom/password-strength/passwordStrength.ts';

const isWeak = (password: string, email = 'ada@example.org') => isWeakPassword(password, email);

/** Some of the most common leaked passwords with eight characters or more, from published lists. */
const leaked =
  'password password1 password123 12345678 123456789 1234567890 qwertyuiop qwerty123 1q2w3e4r 1q2w3e4r5t iloveyou iloveyou1 ' +
  'sunshine princess football baseball welcome1 abc12345 abcd1234 trustno1 superman jennifer starwars computer michelle ' +
  'whatever P@ssw0rd Passw0rd! passw0rd letmein1 1qaz2wsx 1qaz2wsx3edc qazwsxedc zaq12wsx asdfghjkl asdf1234 zxcvbnm1 ' +
  '11111111 00000000 88888888 12341234 12121212 123123123 87654321 987654321 a1b2c3d4 aa123456 1234qwer qwer1234 q1w2e3r4 ' +
  'abcdefgh aaaaaaaa admin123 Admin@123 changeme1 Welcome1! Summer2024 Winter2020! monkey123 dragon123 charlie1 michael1 ' +
  'liverpool1 pokemon1 minecraft spiderman butterfly chocolate victoria elizabeth alexander mercedes internet google123 ' +
  'hello1234 passwort1 geheim123 qwertyui asdfasdf 147258369 789456123 112233445566 testtest qweasdzxc 123456abc a12345678';

test.each(leaked.split(' '))('"%s" is weak', async (password) => expect(await isWeak(password)).toBe(true));

test('common words are weak with usual endings, in lower case and with a capital', async () => {
  const words = 'password dragon monkey shadow master sunshine princess football baseball welcome superman batman michael jordan charlie summer winter freedom computer liverpool chelsea arsenal pokemon secret letmein iloveyou butterfly cookie ginger pepper'; // prettier-ignore
  const years = Array.from({ length: 45 }, (_, at) => String(1985 + at));
  const endings = [...years, ...' 1 12 123 1234 12345 ! 1! 123! !! ? . #1 @1 01 007 99'.split(' ')];
  const tried = words
    .split(' ')
    .flatMap((word) => [word, word[0]!.toUpperCase() + word.slice(1)])
    // Every word with a sixth of the endings, every ending with a sixth of the words: a password takes some milliseconds.
    .flatMap((word, at) =>
      endings.filter((_, number) => (at + number) % 6 === 0).map((ending) => word + ending),
    );
  expect(tried.length).toBeGreaterThan(500);
  const strong = [];
  for (const password of tried) if (!(await isWeak(password))) strong.push(password);
  expect(strong).toEqual([]);
});

test('the account’s own address is weak for that account only', async () => {
  expect(await isWeak('countess@example.org', 'Countess@example.org')).toBe(true);
  expect(await isWeak('Countess1843', 'countess@example.org')).toBe(true);
  expect(await isWeak('Countess1843', 'ada@example.org')).toBe(false);
});

test.each(['correct horse battery', 'a long password', 'johnny be good', 'Tr0ub4dor&3', 'xK9#mQ2vLp', 'dragonfly soup', 'ключ от квартиры', '12 angry men in a boat',
])('"%s" is strong', async (password) => expect(await isWeak(password)).toBe(false)); // prettier-ignore

test('a generated password of a password manager is strong', async () => {
  const sign = fc.constantFrom(...Array.from('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_#'));
  await fc.assert(
    fc.asyncProperty(fc.array(sign, { minLength: 16, maxLength: 64 }), async (signs) => {
      fc.pre(new Set(signs).size > 8);
      return !(await isWeak(signs.join('')));
    }),
    { numRuns: 60 },
  );
});

test('estimates the longest password of punctuation in less than a second', async () => {
  await isWeak('loads the dictionaries');
  const start = performance.now();
  await isWeak('74@$@71$!$0$5!@7|4|5'.repeat(7).slice(0, 128));
  expect(performance.now() - start).toBeLessThan(1_000);
});
