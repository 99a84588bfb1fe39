import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SchemaAccess } from '@cloakroom/contract/accessLog.ts';
import { AccessNotices } from '#src/features/sharing/access/AccessNotices.tsx';
import { accessCalls, accessOf, knownDevice, showAccess } from '#tests/src/support/access.tsx';
import type { Answers } from '#tests/src/support/fakeServer.ts';
import { schemaId } from '#tests/src/support/records.ts';

const { words } = knownDevice('1', false);
const unknown = accessOf({ state: 'unconfirmed', detail: 'Not known.', words: [...words], may_sign: false });
const notices = (access: SchemaAccess, answers: Answers = {}) =>
  showAccess(<AccessNotices schema={schemaId} behindProxy />, {
    [accessCalls.get]: () => ({ body: access }),
    ...answers,
  });
const dialog = () => within(screen.getByRole('dialog', { name: 'Accept what Ada Byron has signed?' }));
const accept = () => dialog().getByRole('button', { name: 'Accept' });

test('a new access log is announced to its owner with everyone in it, until it is dismissed', async () => {
  const people = ['ada', 'grace'].map((user) => ({
    user,
    email: `${user}@example.org`,
    owner: true,
    devices: [],
  }));
  const { user, asked } = notices(accessOf({ notice: true, people }), {
    [accessCalls.dismiss]: () => ({ status: 204, body: undefined }),
  });
  await screen.findByText('Who may have the keys is now signed');
  screen.getByText(/the service showed: ada@example\.org and grace@example\.org\. If one of them/);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('Who may have the keys is now signed')).toBeNull());
  expect(asked(accessCalls.dismiss)).toHaveLength(1);
});

test('a refused access log shows the reason, without a button', async () => {
  const detail = 'The signed list of "People" went back from entry 9 to 4. Tell the operator of the service.';
  notices(accessOf({ state: 'refused', detail, begun: null, may_sign: false }));
  await screen.findByText(detail);
  expect(screen.queryByRole('button')).toBeNull();
});

test('an accepted access log without changes shows nothing', async () => {
  const { asked, container } = notices(accessOf());
  await waitFor(() => expect(asked(accessCalls.get).length).toBeGreaterThan(0));
  expect(container.textContent).toBe('');
});

test('an unknown owner’s access log is accepted after comparing the eight words, by keyboard alone', async () => {
  let present = unknown;
  const { user, asked } = notices(unknown, {
    [accessCalls.get]: () => ({ body: present }),
    [accessCalls.trust]: () => ({ body: (present = accessOf()) }),
  });
  (await screen.findByRole('button', { name: 'Compare words' })).focus();
  await user.keyboard('{Enter}');
  dialog().getByText(words.join(' '));
  const box = dialog().getByRole('checkbox', { name: 'I have compared the words with Ada Byron' });
  expect(document.activeElement).toBe(box);
  await user.click(accept());
  expect(asked(accessCalls.trust)).toEqual([]);
  box.focus();
  await user.keyboard(' ');
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(accept());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText('Who may have the keys is signed by Ada Byron')).toBeNull());
  expect(asked(accessCalls.trust).map(({ body }) => body)).toEqual([{ words: words.join(' ') }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refused comparison keeps the dialog open with its reason, and Cancel returns the focus', async () => {
  const detail = 'These eight words are not the fingerprint of the identity that signed.';
  const { user } = notices(unknown, {
    [accessCalls.trust]: () => ({ status: 409, body: { detail } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Compare words' }));
  await user.click(dialog().getByRole('checkbox'));
  await user.click(accept());
  await dialog().findByText(detail);
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Compare words' }));
});
