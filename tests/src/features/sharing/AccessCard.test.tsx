import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SchemaAccess, Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { AccessCard } from '#src/features/sharing/access/AccessCard.tsx';
import {
  accessCalls,
  accessOf,
  knownDevice,
  showAccess,
  unconfirmedMember,
} from '#tests/src/support/access.tsx';
import type { Answers } from '#tests/src/support/fakeServer.ts';
import { schemaId } from '#tests/src/support/records.ts';

const grace = { user: 'grace', email: 'grace@example.org', owner: false };
const [compared, uncompared] = [knownDevice('1', true), knownDevice('2', false)];
const people = [
  { user: 'ada', email: 'ada@example.org', owner: true, devices: [compared] },
  { ...grace, devices: [uncompared] },
  { user: 'mary', email: 'mary@example.org', owner: false, devices: [] },
];
const widened: Unconfirmed = {
  type: 'grant',
  id: 'g3',
  teams: ['requesters'],
  team_names: ['People Data Requesters'],
  field_names: ['__query', 'age', 'name'],
  can_share_keys: false,
  added: ['age', 'name'],
};
const unconfirmed = [unconfirmedMember('alan'), widened];

async function card(access: SchemaAccess, answers: Answers = {}) {
  const shown = showAccess(<AccessCard schema={schemaId} behindProxy />, {
    [accessCalls.get]: () => ({ body: access }),
    ...answers,
  });
  await screen.findByRole('heading', { name: 'Who may have the keys' });
  return shown;
}
const lines = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));

test('shows each person with their devices, and unconfirmed access separately', async () => {
  await card(accessOf({ people, unconfirmed }));
  expect(lines('Signed')).toEqual([
    'ada@example.orgOwnerCompared',
    'grace@example.orgNot comparedCompare',
    'mary@example.orgno device with keys yet',
  ]);
  expect(lines('Not confirmed')).toEqual([
    'alan@example.orgUnconfirmedCould search, open every field, and hand on keys, as a member of People Data Owners.Confirm',
    'Everyone in People Data RequestersUnconfirmedCould open age and name.Confirm',
  ]);
});

test.each<[string, Partial<Unconfirmed>, string]>([
  ['keys for searching alone', { fields: ['__query'], can_share_keys: false }, 'Could search'],
  ['no keys yet', { fields: [], can_share_keys: false }, 'Could do nothing yet'],
  [
    'a field and the search',
    { fields: ['__query', 'age'], can_share_keys: false },
    'Could search and open age',
  ],
])('says what a person could do with %s', async (_, more, words) => {
  await card(accessOf({ unconfirmed: [{ ...unconfirmedMember('alan'), ...more } as Unconfirmed] }));
  expect(lines('Not confirmed')[0]).toContain(`${words}, as a member of People Data Owners.`);
});

test('disables signing for a person who may not sign, and says who can', async () => {
  const { user } = await card(accessOf({ people, unconfirmed, may_sign: false }));
  for (const name of ['Confirm alan@example.org', 'Compare a device of grace@example.org']) {
    expect(button(name).getAttribute('aria-disabled')).toBe('true');
    await user.click(button(name));
    expect(screen.queryByRole('dialog')).toBeNull();
  }
  screen.getAllByText('Only an owner who holds the keys on this machine can sign. Ask one of them.');
});

test.each<SchemaAccess['state']>(['none', 'unconfirmed', 'refused'])(
  'shows no list in the state %s',
  async (state) => {
    const { asked } = showAccess(<AccessCard schema={schemaId} behindProxy />, {
      [accessCalls.get]: () => ({ body: accessOf({ state, people }) }),
    });
    await waitFor(() => expect(asked(accessCalls.get).length).toBeGreaterThan(0));
    expect(screen.queryByText('grace@example.org')).toBeNull();
  },
);

test('without a proxy nothing is fetched', () => {
  const { asked } = showAccess(<AccessCard schema={schemaId} behindProxy={false} />, {});
  expect(asked(accessCalls.get)).toEqual([]);
});

test('a device is compared by keyboard alone, and the focus returns to its button', async () => {
  let present = accessOf({ people });
  const { user, asked } = await card(present, {
    [accessCalls.get]: () => ({ body: present }),
    [accessCalls.compare]: () => {
      const devices = [{ ...uncompared, compared: true }];
      present = accessOf({ people: [people[0]!, { ...grace, devices }] });
      return { body: present };
    },
  });
  button('Compare a device of grace@example.org').focus();
  await user.keyboard('{Enter}');
  dialog().getByText(uncompared.words.join(' '));
  const box = dialog().getByRole('checkbox', { name: 'I have compared the words with grace@example.org' });
  expect(document.activeElement).toBe(box);
  const sign = dialog().getByRole('button', { name: 'Sign the comparison' });
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(sign);
  await user.keyboard('{Enter}');
  expect(asked(accessCalls.compare)).toEqual([]);
  await user.click(box);
  sign.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { signs, receives, words } = uncompared;
  expect(asked(accessCalls.compare).map(({ body }) => body)).toEqual([
    { user: 'grace', signs, receives, words: words.join(' ') },
  ]);
  expect(lines('Signed')[1]).toBe('grace@example.orgCompared');
});

test('a comparison that is unticked again signs nothing', async () => {
  const { user, asked } = await card(accessOf({ people }));
  await user.click(button('Compare a device of grace@example.org'));
  await user.click(dialog().getByRole('checkbox'));
  await user.click(dialog().getByRole('checkbox'));
  await user.click(dialog().getByRole('button', { name: 'Sign the comparison' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button('Compare a device of grace@example.org'));
  expect(asked(accessCalls.compare)).toEqual([]);
});

test('a refused comparison keeps the dialog open, with its reason and the tick', async () => {
  const detail = 'These eight words are not the fingerprint of this device. Nothing was signed.';
  const { user } = await card(accessOf({ people }), {
    [accessCalls.compare]: () => ({ status: 409, body: { detail } }),
  });
  await user.click(button('Compare a device of grace@example.org'));
  await user.click(dialog().getByRole('checkbox'));
  await user.click(dialog().getByRole('button', { name: 'Sign the comparison' }));
  await dialog().findByText(detail);
  expect(dialog().getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  expect(lines('Signed')[1]).toContain('Not compared');
});

test.each<[string, string, object]>([
  ['a person', 'Confirm alan@example.org', { type: 'member', team: 'owners', user: 'alan' }],
  [
    'a grant with every key that it names',
    'Confirm Everyone in People Data Requesters',
    {
      ...{ type: 'grant', id: 'g3', teams: ['requesters'] },
      ...{ field_names: ['__query', 'age', 'name'], can_share_keys: false },
    },
  ],
])('unconfirmed access is confirmed by its exact content: %s', async (_, name, sent) => {
  let present = accessOf({ people, unconfirmed });
  const { user, asked } = await card(present, {
    [accessCalls.get]: () => ({ body: present }),
    [accessCalls.confirm]: () => ({ body: (present = accessOf({ people })) }),
  });
  await user.click(button(name));
  expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Confirm' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Not confirmed' })).toBeNull());
  expect(asked(accessCalls.confirm).map(({ body }) => body)).toEqual([sent]);
});

test('a refused confirmation keeps the dialog open, with its reason', async () => {
  const detail = 'No owner of "People" has signed that you may share its keys.';
  const { user } = await card(accessOf({ unconfirmed }), {
    [accessCalls.confirm]: () => ({ status: 422, body: { detail } }),
  });
  await user.click(button('Confirm alan@example.org'));
  await user.click(dialog().getByRole('button', { name: 'Confirm' }));
  await dialog().findByText(detail);
  expect(lines('Not confirmed')).toHaveLength(2);
});
