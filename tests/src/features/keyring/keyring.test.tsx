/** The keyring of this device: its recovery words, its passphrase, its lock. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Keyring } from '@cloakroom/contract/keyring.ts';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { adasWorld } from '#tests/src/support/people.ts';

const words = Array.from({ length: 24 }, (_, at) => `word${at + 1}`);
const Reply = z.object({ words: z.array(z.object({ position: z.number(), word: z.string() })) });

/** A proxy with one keyring. */
async function visit(start: Partial<Keyring> = {}, more: World = {}) {
  let keyring: Keyring = { state: 'open', phrase: 'unseen', passphrase: 'file', device_id: null, ...start };
  const becomes = (next: Partial<Keyring>) => ({ body: (keyring = { ...keyring, ...next }) });
  const opened = openConsole('/identities', {
    ...adasWorld,
    'GET /api/identities/': () => ({ body: [] }),
    'GET /api/keyring/': () => becomes({}),
    'POST /api/keyring/phrase/': () => ({ body: { words } }),
    'POST /api/keyring/phrase/confirm/': ({ body }) => {
      const wrong = Reply.parse(body).words.find(({ position, word }) => words[position - 1] !== word);
      return wrong
        ? { status: 400, body: { detail: `Word ${wrong.position} is not the one that was shown.` } }
        : becomes({ phrase: 'confirmed' });
    },
    'POST /api/keyring/phrase/waive/': () => becomes({ phrase: 'waived' }),
    'POST /api/keyring/restore/': ({ body }) =>
      JSON.stringify(body).includes(words.join(' '))
        ? becomes({ state: 'open', phrase: 'confirmed', earlier: undefined })
        : { status: 422, body: { detail: 'These words are not of your keyring.' } },
    'POST /api/keyring/begin/': () => becomes({ state: 'open', phrase: 'unseen', earlier: undefined }),
    'POST /api/keyring/unlock/': () => becomes({ state: 'open', phrase: 'confirmed' }),
    ...more,
  });
  await opened.heading('Identities');
  const press = async (name: string) => opened.user.click(await screen.findByRole('button', { name }));
  return { ...opened, press };
}
const fill = async (
  user: { type: (field: HTMLElement, text: string) => Promise<void> },
  name: string,
  text: string,
) => user.type(screen.getByLabelText(name), text);

test('rejects a wrong word; the three right words count as written down', async () => {
  const { user, press, sent } = await visit();
  await press('Write down the recovery words');
  await press('I have written them down');
  for (const field of screen.getAllByRole('textbox', { name: /^Word \d+$/ }))
    await user.type(field, 'mistaken');
  await press('Confirm');
  await screen.findByText(/^Word \d+ is not the one that was shown\.$/);
  for (const field of screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Word \d+$/ })) {
    await user.clear(field);
    await user.type(field, field.name);
  }
  await press('Confirm');
  await screen.findByText('Recovery words confirmed');
  await screen.findByText('Written down');
  const askedWords = Reply.parse(sent('POST /api/keyring/phrase/confirm/').at(-1)).words;
  expect(new Set(askedWords.map(({ position }) => position)).size).toBe(3);
  expect(screen.queryByText('word1')).toBeNull();
});

test('skipping the words requires accepting the risk', async () => {
  const { press, requests } = await visit();
  await press('Write down the recovery words');
  await press('Skip for now');
  expect(requests.some(({ call }) => call.endsWith('/waive/'))).toBe(false);
  await press('I accept the risk');
  await screen.findByText('Skipped');
});

test('two different passphrases are not set', async () => {
  const { user, press, requests } = await visit({ phrase: 'confirmed' });
  await press('Set a passphrase');
  await fill(user, 'New passphrase', 'the right one');
  await fill(user, 'Confirm new passphrase', 'another one');
  await press('Set Passphrase');
  await screen.findByText('The passphrases do not match.');
  expect(requests.some(({ call }) => call.endsWith('/passphrase/'))).toBe(false);
});

test('a passphrase that the settings of the proxy name can’t be changed here', async () => {
  await visit({ phrase: 'confirmed', passphrase: 'settings' });
  await screen.findByText(/^Named by the settings of the proxy/);
  expect(screen.getByRole('button', { name: 'Set a passphrase' }).ariaDisabled).toBe('true');
  expect(screen.queryByRole('button', { name: 'Lock now' })).toBeNull();
});

const unproven: Partial<Keyring> = { state: 'unproven', phrase: null };

test('a sign-in that doesn’t open the keyring asks for the passphrase', async () => {
  const { user, press, sent } = await visit(unproven);
  await screen.findByText(
    /^Your keyring is on this machine, but this sign-in does not show that it is yours/,
  );
  await screen.findByText(/beside the keyring whose name ends in/);
  expect(screen.getByRole('button', { name: 'Create Identity' }).getAttribute('aria-disabled')).toBe('true');
  await fill(user, 'Passphrase', 'right');
  await press('Unlock');
  await screen.findByText('Written down');
  expect(sent('POST /api/keyring/unlock/')).toEqual([{ passphrase: 'right' }]);
});

test('a sign-in that doesn’t open the keyring accepts the recovery words instead', async () => {
  const { user, press } = await visit({ ...unproven, passphrase: 'own' });
  await screen.findByText(/^Your keyring is on this machine/);
  expect(screen.queryByText(/beside the keyring whose name ends in/)).toBeNull();
  await press('Enter recovery words');
  await user.type(screen.getByLabelText('Recovery words'), words.join(' '));
  await press('Open my keyring');
  await screen.findByText('Your keyring is open for this sign-in.');
  await screen.findByText('Written down');
});

const missing: Partial<Keyring> = {
  state: 'missing',
  phrase: null,
  earlier: {
    devices: [{ device_id: 'laptop-of-ada-1', created: '2026-11-02T10:00:00Z' }],
    schemas: [
      { id: 'one', name: 'People', created: '2026-11-03T10:00:00Z' },
      { id: 'two', name: 'Places', created: '2026-11-03T10:00:00Z' },
    ],
  },
};

test('missing keys are described, and the recovery words restore them', async () => {
  const { user, press, sent } = await visit(missing);
  await screen.findByText(
    /^You had keys on the device laptop-of-ad… since Nov 2, 2026, and made the keys of 2 schemas\./,
  );
  expect(screen.getByRole('button', { name: 'Create Identity' }).getAttribute('aria-disabled')).toBe('true');
  await fill(user, 'Recovery words', 'only three words');
  await press('Restore my keys');
  await screen.findByText('Enter 24 words. You entered 3.');
  expect(sent('POST /api/keyring/restore/')).toEqual([]);
  await user.clear(screen.getByLabelText('Recovery words'));
  await user.type(screen.getByLabelText('Recovery words'), words.join(' '));
  await press('Restore my keys');
  await screen.findByText('Written down');
  await screen.findByText(/^Your keys are restored/);
  expect(document.body.textContent).not.toContain('word1 word2');
});

test('new keys are created only after a confirmation, and the words can be entered later', async () => {
  const { user, press, requests } = await visit(missing);
  await press('I don’t have the words');
  await press('Cancel');
  expect(requests.some(({ call }) => call.endsWith('/begin/'))).toBe(false);
  await press('I don’t have the words');
  await press('Start with new keys');
  await screen.findByText(/^This machine has new keys/);
  await press('Enter recovery words');
  await user.type(screen.getByLabelText('Recovery words'), words.join(' '));
  await press('Restore my keys');
  await screen.findByText('Written down');
});

test('the words of a merged keyring say which keyring they belong to', async () => {
  const shown = { words, created: '2026-11-02T10:00:00Z', sets: 2 };
  const { press } = await visit({}, { 'POST /api/keyring/phrase/': () => ({ body: shown }) });
  await press('Write down the recovery words');
  await screen.findByText(/merged from 2 keyrings.*keyring of Nov 2, 2026/);
});
