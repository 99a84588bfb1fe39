/** KEYRING_PASSPHRASE_COMMAND: how it is run, what it may print, and what its failures say. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KeyringError } from '@cloakroom/proxy/keyring/keyringError.ts';
import { runPassphraseCommand, wordsOfCommand } from '@cloakroom/proxy/keyring/passphraseCommand.ts';
import { requirePassphrase } from '@cloakroom/proxy/keyring/requirePassphrase.ts';
import { temporaryFolder } from '#tests/support/temporaryFolder.ts';
import { emptyFolder, openKeyringsCheaply, user } from '../keyring/support.ts';

const folder = await temporaryFolder();

describe('words', () => {
  test.each([
    ['pass show cloakroom', ['pass', 'show', 'cloakroom']],
    ['  secret-tool   lookup service cloakroom ', ['secret-tool', 'lookup', 'service', 'cloakroom']],
    [`'/opt/my tools/get' --label="the gateway's" ''`, ['/opt/my tools/get', "--label=the gateway's", '']],
    ['sh -c "echo $HOME | cat"', ['sh', '-c', 'echo $HOME | cat']],
    ['a\\ b', ['a\\', 'b']],
  ])('of %s', (text, words) => {
    expect(wordsOfCommand(text)).toEqual(words);
  });

  test.each([`pass 'show`, '"', '   '])('refuses %s', (text) => {
    expect(() => wordsOfCommand(text)).toThrow(RangeError);
  });
});

test('the passphrase is the first line of the output', async () => {
  expect(await runPassphraseCommand(`printf 'correct horse\\nurl: example.org\\n'`)).toBe('correct horse');
  expect(await runPassphraseCommand(`printf ' spaced \\r\\n'`)).toBe(' spaced ');
});

test('no shell runs', async () => {
  expect(await runPassphraseCommand(`echo $HOME;id > ${folder}/out`)).toBe(`$HOME;id > ${folder}/out`);
});

test.each([
  ['sh -c "echo secret-output; echo vault is sealed >&2; exit 3" secret-argument', /^KEYRING_PASSPHRASE_COMMAND: sh failed with 3: vault is sealed$/], // prettier-ignore
  ['/none/such secret-argument', /^KEYRING_PASSPHRASE_COMMAND: \/none\/such can’t be started \(ENOENT\)\.$/],
  ['true secret-argument', /^KEYRING_PASSPHRASE_COMMAND: true printed no passphrase on the first line\.$/],
  ['sleep 20', /^KEYRING_PASSPHRASE_COMMAND: sleep was ended after 0\.2 seconds\.$/],
  [`pass 'show`, /^KEYRING_PASSPHRASE_COMMAND has a quote without its end\.$/],
])('says why %s gives none, without its arguments and output', async (command, sentence) => {
  const failed = await runPassphraseCommand(command, 200).catch((error: unknown) => error as KeyringError);
  expect(failed).toMatchObject({ code: 'locked', message: expect.stringMatching(sentence) as string });
  expect(JSON.stringify(failed) + String((failed as Error).stack)).not.toMatch(/secret-(argument|output)/);
  await expect(requirePassphrase({ passphraseFile: undefined, passphraseCommand: command === 'sleep 20' ? 'false' : command })).rejects.toThrow(/^KEYRING_PASSPHRASE_COMMAND/); // prettier-ignore
});

/** A command that prints the content of a file, and counts how often it is run. */
async function vault(passphrase: string) {
  const [secret, runs] = [join(folder, `${passphrase}.secret`), join(folder, `${passphrase}.runs`)];
  await writeFile(secret, passphrase);
  return {
    command: `sh -c 'echo run >> ${runs}; cat ${secret}'`,
    set: (next: string) => writeFile(secret, next),
    runs: async () => (await readFile(runs, 'utf8').catch(() => '')).split('\n').length - 1,
  };
}

test('its output opens keyrings, and it runs again each time that one is opened', async () => {
  const keyringFolder = await emptyFolder();
  const { command, runs, set } = await vault('agent-passphrase-1');
  const reports: string[] = [];
  const options = { passphraseCommand: command, report: (sentence: string) => reports.push(sentence) };
  const keyrings = openKeyringsCheaply(keyringFolder, options);
  const words = (await keyrings.forUser(user)).phrases();
  expect(await runs()).toBe(1);
  await Promise.all(Array.from({ length: 20 }, () => keyrings.forUser(user)));
  expect(await keyrings.presence(user)).toBe('settings');
  expect(await keyrings.status(user)).toMatchObject({ passphrase: 'settings' });
  expect(await runs()).toBe(1);
  expect(reports[0]).toContain('Its passphrase is the one that KEYRING_PASSPHRASE_COMMAND prints.');
  expect(reports.join()).not.toContain('agent-passphrase-1');
  // No passphrase lies beside the keyring.
  expect((await readdir(keyringFolder)).filter((name) => name.includes('passphrase'))).toEqual([]);

  keyrings.lock(user);
  expect((await keyrings.existing(user)).phrases()).toEqual(words);
  expect(await runs()).toBe(2);

  await set('another');
  keyrings.lock(user);
  await expect(keyrings.existing(user)).rejects.toMatchObject({ code: 'unfit' });
  await set('agent-passphrase-1');
  expect((await keyrings.existing(user)).phrases()).toEqual(words);
});

test('concurrent openings share one run', async () => {
  const { command, runs } = await vault('agent-passphrase-2');
  const keyrings = openKeyringsCheaply(await emptyFolder(), { passphraseCommand: command });
  const users = ['a', 'b', 'c'].map((letter) => letter.repeat(22));
  await Promise.all(users.map((each) => keyrings.forUser(each)));
  expect(await runs()).toBeLessThan(3);
});

test('no other passphrase can be set', async () => {
  const { command } = await vault('agent-passphrase-3');
  const keyrings = openKeyringsCheaply(await emptyFolder(), { passphraseCommand: command });
  await keyrings.forUser(user);
  await expect(keyrings.setPassphrase(user, 'my own passphrase')).rejects.toMatchObject({
    code: 'setting',
    message: expect.stringContaining('KEYRING_PASSPHRASE_COMMAND') as string,
  });
});
