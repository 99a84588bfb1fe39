/** A keyring's verifier that is missing, damaged or changed. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { runCommandLine } from '@cloakroom/proxy/commands/commandLine.ts';
import { visitor } from '#tests/proxy/support/visitor.ts';
import { basic, newPassword, opens, startLied } from './support.ts';

const world = await startLied();
const { liar, proxy, victim, changeElsewhere, signedIn, nameEverybody, keyringFile, passphraseOf } = world;
afterEach(() => liar.reset());
afterAll(() => world.close());

describe('a keyring from before there were verifiers', () => {
  const older = async () => {
    const who = await victim();
    for (const end of ['verifier', 'verifier.copy']) await rm(keyringFile(who, end));
    return who;
  };

  test('accepts the first password of its person, and no other one after it', async () => {
    const ada = await older();
    expect(await opens(await signedIn(ada))).toBe(true);
    await nameEverybody(ada);
    expect(await opens(visitor(proxy, basic('mallory@example.org', 'made up')))).toBe(false);
  });

  test('accepts it by Basic once, however many calls arrive together', async () => {
    const ada = await older();
    const calls = visitor(proxy, ada.headers);
    expect(await Promise.all(Array.from({ length: 10 }, () => opens(calls)))).toEqual(Array(10).fill(true));
    await nameEverybody(ada);
    expect(await opens(visitor(proxy, basic('mallory@example.org', 'made up')))).toBe(false);
  });

  test('waits for its passphrase if its person has chosen one', async () => {
    const ada = await older();
    const calls = visitor(proxy, ada.headers);
    await calls.send('POST', '/api/keyring/phrase/waive/');
    const passphrase = 'a passphrase of her own';
    expect((await calls.send('PUT', '/api/keyring/passphrase/', { passphrase })).status).toBe(200);
    for (const end of ['verifier', 'verifier.copy']) await rm(keyringFile(ada, end));
    // The keyring is open, but a caller who has not entered the passphrase gets nothing of it.
    const browser = await signedIn(ada);
    expect(await browser.keyring()).toMatchObject({ state: 'unproven', passphrase: 'own' });
    expect(await opens(calls)).toBe(false);
    expect((await browser.send('POST', '/api/keyring/unlock/', { passphrase })).status).toBe(200);
    expect(await opens(browser)).toBe(true);
    expect(await opens(await signedIn(ada))).toBe(true);
  });
});

test('the command line on this machine makes a new password open the keyring', async () => {
  const ada = await victim();
  await changeElsewhere(ada);
  const calls = visitor(proxy, basic(ada.user.email, newPassword));
  expect(await opens(calls)).toBe(false);
  const line = (environment: NodeJS.ProcessEnv) =>
    runCommandLine({
      output: new PassThrough(),
      words: ['keyring', 'allow', ada.user.id],
      environment: { UPSTREAM: liar.url, DATA_DIR: proxy.dataDir, ...environment },
      input: Readable.from([]),
    });
  expect((await line({})).errorText).toBe('Set CLOAKROOM_PASSWORD to the password of the account.');
  expect(await line({ CLOAKROOM_PASSWORD: newPassword })).toMatchObject({ code: 0, errorText: '' });
  expect(await opens(calls)).toBe(true);
  for (const end of ['passphrase', 'passphrase.copy']) await rm(keyringFile(ada, end));
  expect((await line({ CLOAKROOM_PASSWORD: 'made up' })).code).toBe(1);
});

test('a damaged verifier accepts no password, and is replaced when the passphrase is entered', async () => {
  const ada = await victim();
  for (const end of ['verifier', 'verifier.copy']) await writeFile(keyringFile(ada, end), 'damaged');
  const browser = await signedIn(ada);
  expect(await opens(browser)).toBe(false);
  expect(await opens(visitor(proxy, ada.headers))).toBe(false);
  await browser.send('POST', '/api/keyring/unlock/', { passphrase: await passphraseOf(ada) });
  expect(await opens(browser)).toBe(true);
  expect(await opens(visitor(proxy, ada.headers))).toBe(true);
});

test('a verifier whose cost was lowered counts as missing', async () => {
  const ada = await victim();
  const browser = await signedIn(ada);
  const stored = await readFile(keyringFile(ada, 'verifier'), 'utf8');
  const body = stored.slice(stored.indexOf('\n') + 1).replace('"passes":3', '"passes":1');
  for (const end of ['verifier', 'verifier.copy']) await writeFile(keyringFile(ada, end), body);
  expect(await opens(browser)).toBe(false);
  expect(await opens(await signedIn(ada))).toBe(false);
});
