/**
 * The passwords that are tried first. Lists of leaked passwords are a few hundred words over and over, with a number, a year
 * or a mark behind them and some letters written as digits; so the words stand here, and the rest is a rule.
 */
import { invalid } from './problem.ts';

/** The words behind the most common passwords: what people love, keep in mind or read off the keyboard. */
const words = new Set(
  [
    'password passwort passwd passw pass passphrase secret geheim hallo hello welcome willkommen bienvenue letmein login',
    'signin user username guest admin administrator root system master default changeme temp temporary test tester testing',
    'testuser demo sample example access public private internet computer laptop server windows linux google facebook',
    'iloveyou loveyou lovely loveme love lover mylove forever together sweetheart sweetie honey baby babygirl darling angel',
    'princess prince queen king beautiful gorgeous handsome cutie smile happy lucky blessed friends family mother',
    'father daddy mommy sister brother monkey dragon tiger lion eagle falcon panther wolf bear horse pony kitty kitten puppy',
    'doggy buster bailey shadow pepper ginger cookie chocolate banana orange apple cherry peaches strawberry cheese coffee',
    'butterfly flower flowers sunflower rainbow sunshine moonlight starlight summer winter spring autumn monday friday sunday',
    'january february march april june july august september october november december football fussball soccer baseball',
    'basketball softball hockey tennis golf golfer rugby cricket liverpool arsenal chelsea manchester barcelona realmadrid',
    'juventus lakers yankees cowboys steelers eagles rangers giants batman superman spiderman ironman wolverine hulk avengers',
    'starwars startrek pokemon pikachu naruto minecraft fortnite roblox matrix hunter ranger killer ninja samurai pirate',
    'warrior soldier trustno trustnoone whatever nothing everything blahblah freedom liberty america canada england london',
    'paris berlin germany france italia brazil mexico jesus jesuschrist christ godisgood blessing heaven genesis michael',
    'michelle jennifer jessica ashley amanda nicole melissa samantha stephanie elizabeth danielle victoria alexander',
    'alexandra andrew anthony charlie daniel david george harley jackson james jasmine john johnny jordan joseph joshua justin',
    'maggie martin matthew maverick mercedes merlin mustang nathan nicholas patrick peter phoenix porsche ferrari corvette',
    'camaro yamaha honda richard robert ronaldo messi maradona sophie thomas tigger vanessa william zaq xsw qwe asd zxc abc',
    'abcd abcde abcdef qaz wsx edc aaa xxx zzz qwert qwerty qwertz azerty qwertyuiop qwertzuiop asdf asdfg asdfgh asdfghjkl',
    'zxcv zxcvb zxcvbn zxcvbnm yxcvbnm qazwsx qazwsxedc qweasd qweasdzxc aabbcc abcabc mypassword mypass newpassword',
    'thisismypassword yourpassword nopassword iloveu fuckyou asshole cloakroom',
  ].flatMap((line) => line.split(' ')),
);

/** What people write for letters. */
const digitsForLetters: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const keyboards = ['qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm', '01234567890', 'abcdefghijklmnopqrstuvwxyz', '1qaz2wsx3edc4rfv5tgb6yhn7ujm', '1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0']; // prettier-ignore
const rows = keyboards.flatMap((keys) => [keys, Array.from(keys).reverse().join('')]);
const longestNumber = 12;

const spelled = (text: string) => text.replace(/[013457@$!]/g, (sign) => digitsForLetters[sign] ?? sign);
const bare = (text: string) => text.replace(/^\P{L}+|\P{L}+$/gu, '');

/** Whether a word, or the same word several times, is all there is. */
const isWord = (text: string) => words.has(text.replace(/^(.+?)\1+$/, '$1'));

/** Whether the text walks along the keyboard or the alphabet, in steps of at least four keys. */
const isWalk = (text: string): boolean => {
  for (let from = 0; from < text.length;) {
    let step = Math.min(text.length - from, 26);
    while (step >= 4 && !rows.some((keys) => keys.includes(text.slice(from, from + step)))) step--;
    if (step < 4) return false;
    from += step;
  }
  return true;
};

/**
 * Whether a password is among the first that somebody would try for this account: a common word with the usual trimmings, a
 * number with hardly a letter, one part over and over, a walk along the keyboard, or the account's own address.
 */
function isCommonPassword(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  const own = email.toLowerCase();
  const core = bare(plain);
  return (
    (own !== '' && (plain === own || core === own.split('@')[0])) ||
    (/^[a-z]{0,2}\d+[a-z]{0,2}$/.test(plain) && plain.length <= longestNumber) ||
    /^(.{1,4})\1+.?$/.test(plain) ||
    isWalk(plain) ||
    (core !== '' && isWalk(core)) ||
    [core, bare(spelled(plain)), spelled(core)].some((text) => isWord(text.replace(/\P{L}/gu, '')))
  );
}

/**
 * Refuses a password or a passphrase that others would try first.
 * @param email - of the account that it is for.
 * @param what - what it is, which is also the name of its field.
 * @throws {HttpProblem} 400.
 */
export function refuseCommonPassword(
  password: string,
  email: string,
  what: 'password' | 'passphrase' = 'password',
): void {
  if (isCommonPassword(password, email))
    throw invalid({
      [what]: [
        `This ${what} is one of the first that somebody would try. Choose another one, such as a few words.`,
      ],
    });
}
