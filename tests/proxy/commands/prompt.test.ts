/** Questions at a terminal. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { terminalPrompt } from '@cloakroom/proxy/commands/prompt.ts';
import { UsageError } from '@cloakroom/proxy/commands/usageError.ts';

/** A terminal at which these keys are pressed. @returns the answer and what was shown. */
async function asked(isSecret: boolean, keys: string): Promise<{ answer: string; shown: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const pending = terminalPrompt(input, output)('Password: ', isSecret);
  input.write(keys);
  const answer = await pending;
  return { answer, shown: String(output.read() ?? '') };
}

test('echoes input, except for a secret', async () => {
  const plain = await asked(false, 'six words\r');
  expect(plain.answer).toBe('six words');
  expect(plain.shown).toContain('six words');
  expect(await asked(true, 'six words\r')).toEqual({ answer: 'six words', shown: 'Password: \n' });
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s cancels the command', async (_, key) => {
  await expect(asked(true, key)).rejects.toThrow(UsageError);
});
