/** Shell completion: the script for bash in bash itself, those for the other shells by what they name. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commands } from '@cloakroom/proxy/commands/table.ts';
import { commandLineWith } from './support/commandLine.ts';

const { cloakroom } = commandLineWith(() => ({}));
const scriptFor = async (shell: string) => {
  const { code, output } = await cloakroom(['completion', shell]);
  expect(code).toBe(0);
  return output;
};

/** What bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const typed = words.map((word) => `'${word}'`).join(' ');
  const run = `${await scriptFor('bash')}
set -u
COMP_WORDS=(cloakroom ${typed}); COMP_CWORD=${words.length}
_cloakroom; echo "\${COMPREPLY[*]-}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', run]);
  return stdout.trim().split(/\s+/).filter(Boolean);
}

test('bash completes nouns, verbs and options', async () => {
  expect(await offered('')).toEqual([...new Set(Object.keys(commands).map((name) => name.split(' ')[0]))]);
  expect(await offered('sch')).toEqual(['schema']);
  expect(await offered('token', '')).toEqual(['list', 'create', 'revoke']);
  expect(await offered('upload', 'l')).toEqual(['list']);
  expect(await offered('record', 'list', '--li')).toEqual(['--limit']);
  expect(await offered('record', 'list', '--limit', '10', '--de')).toEqual(['--decrypt']);
  expect(await offered('upload', 'people.csv', '--rows')).toEqual(['--rows']);
  expect(await offered('upload', 'delete', '--y')).toEqual(['--yes']);
  expect(await offered('login', '--e')).toEqual(['--email']);
  expect(await offered('completion', 'z')).toEqual(['zsh']);
  expect(await offered('record', 'create', '')).toEqual([]);
  expect(await offered('nothing', 'x', '--a')).toEqual([]);
});

test.each(['bash', 'zsh', 'fish'])('the script for %s names every noun, verb and option', async (shell) => {
  const script = await scriptFor(shell);
  const words = Object.entries(commands).flatMap(([name, { options }]) => [
    ...name.split(' '),
    ...Object.keys(options),
  ]);
  expect([...new Set(words)].filter((word) => !script.includes(word))).toEqual([]);
});

test('another shell is refused', async () => {
  expect(await cloakroom(['completion', 'tcsh'])).toEqual({
    code: 2,
    output: '',
    errorText: 'There is completion for bash, zsh, fish, not for "tcsh".',
  });
});
