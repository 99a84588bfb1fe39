/** Every state of a records view, on the records page. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { recordsViewMachine } from '#src/machines/recordsView/machine.ts';
import { page } from '../../support/fakeServer.ts';
import { testEveryState, deferredCall, follow, shortestPathsOf, whole } from '../../support/model.ts';
import { opened, sealed } from '../../support/records.ts';
import { arrived, lockOf, visit } from '../../support/recordsPage.tsx';

const asked = 'recordsView.decrypted.decrypting';
const ways = shortestPathsOf(recordsViewMachine, {
  events: [
    { type: 'page.shown', records: sealed },
    { type: 'permission.known', permitted: true },
    { type: 'decrypt.pressed' },
    { type: 'encrypt.pressed' },
    { type: `xstate.done.actor.0.${asked}`, output: opened },
    { type: `xstate.error.actor.0.${asked}`, error: new Failure('forbidden', 'No.', { status: 403 }) },
  ] as { type: string }[],
  also: ({ context: { records, permitted, failure } }) =>
    [(records as unknown[]).length > 0 && 'with records', permitted && 'permitted', failure && 'refused']
      .filter(Boolean)
      .join(', '),
});
/** Without records the permission is not fetched, and there is no switch. */
const possible = ways.filter(({ moves }) =>
  moves.every(({ state }) => state === 'encrypted' || state.includes('with records')),
);

test.each(whole(possible))('$name', async ({ moves }) => {
  const [search, permission, decrypt] = [deferredCall(), deferredCall(), deferredCall()];
  const reply = async (held: ReturnType<typeof deferredCall>) => {
    const { status = 200, body } = await held.answer();
    return { status, body, headers: { 'X-Total-Count': '3' } };
  };
  const { user } = visit({
    'POST /api/records/search/': () => reply(search),
    'POST /api/records/can-decrypt/': () => reply(permission),
    'POST /api/records/decrypt/': () => reply(decrypt),
  });
  const happens: Record<string, () => Promise<unknown>> = {
    'xstate.init': () => screen.findByRole('heading', { name: 'People' }),
    'page.shown': async () => {
      await search.reply({ body: page(sealed).body });
      await arrived();
    },
    'permission.known': () => permission.reply({ body: { can_decrypt: true } }),
    'decrypt.pressed': async () => user.click(await lockOf()),
    'encrypt.pressed': () => user.click(screen.getByRole('switch')),
    [`xstate.done.actor.0.${asked}`]: () => decrypt.reply({ body: opened }),
    [`xstate.error.actor.0.${asked}`]: () => decrypt.reply({ status: 403, body: { detail: 'No.' } }),
  };
  const off = () => screen.findByRole('switch', { checked: false });
  const shows: Record<string, () => Promise<unknown>> = {
    encrypted: async () => expect(screen.queryByRole('switch', { checked: true })).toBeNull(),
    'encrypted, with records': async () => {
      await off();
      expect(screen.getAllByRole('gridcell', { name: 'encrypted value, name column' })).toHaveLength(3);
    },
    'encrypted, with records, permitted': off,
    'encrypted, with records, permitted, refused': async () => {
      await screen.findByText(/^Permission Denied/);
      await off();
      expect(screen.queryByText('Ada Lovelace')).toBeNull();
    },
    'decrypted.decrypting, with records, permitted': async () => {
      const lock = await screen.findByRole('switch', { checked: true });
      await waitFor(() => expect(lock.getAttribute('aria-busy')).toBe('true'));
    },
    'decrypted.checking, with records, permitted': () =>
      screen.findByRole('gridcell', { name: 'Ada Lovelace' }),
  };
  vi.spyOn(console, 'error').mockReturnValue();
  await follow(moves, happens, shows);
});

testEveryState(recordsViewMachine);
