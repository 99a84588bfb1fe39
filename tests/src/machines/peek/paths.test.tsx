/** Every state of a peek into a sealed cell, and every way out of it, in the grid of the records page. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { peekMachine } from '#src/machines/peek/machine.ts';
import { actors } from '../../support/testRoot.ts';
import { page } from '../../support/fakeServer.ts';
import { testEveryState, deferredCall, follow, shortestPathsOf, whole } from '../../support/model.ts';
import { opened, schema, sealed } from '../../support/records.ts';
import { lockOf, visit } from '../../support/recordsPage.tsx';

const [done, error] = [
  'xstate.done.actor.0.peek.peeking.decrypting',
  'xstate.error.actor.0.peek.peeking.decrypting',
];
const ends = ['hide.pressed', 'page.shown', 'view.inactive', 'session.ended'];
const stays = shortestPathsOf(peekMachine, {
  events: [
    { type: 'peek.pressed', cell: { record: sealed[0]!, name: 'name' } },
    { type: done, output: 'Ada Lovelace' },
    { type: error, error: new Failure('forbidden', 'No.', { status: 403 }) },
    ...ends.map((type) => ({ type })),
  ] as { type: string }[],
});
const endsOf = (state: string) => {
  if (!state.startsWith('peeking')) return [];
  return state === 'peeking.decrypting' ? [...ends, error] : ends;
};
const ways = stays.flatMap(({ name, moves }) => [
  { name, moves },
  ...endsOf(moves.at(-1)!.state).map((type) => ({
    name: `${name}, ${type.replace(/^xstate\.(\w+)\..*$/, '$1')}`,
    moves: [...moves, { event: { type }, state: 'hidden' }],
  })),
]);

const { data } = sealed[0]!;

test.each(whole(ways))('$name', async ({ moves }) => {
  const decrypt = deferredCall();
  const { user, asked } = visit({
    'POST /api/records/search/': ({ body }) => {
      const { offset } = body as { offset: number };
      return page(offset === 0 ? sealed : sealed.map((one) => ({ ...one, id: `${one.id}, ${offset}` })), 120);
    },
    'POST /api/records/decrypt/': async () => {
      const { status = 200, body } = await decrypt.answer();
      return { status, body };
    },
  });
  const press = () => user.keyboard(' ');
  const happens: Record<string, () => unknown> = {
    'xstate.init': lockOf,
    'peek.pressed': async () => {
      screen.getByRole('button', { name: 'name' }).focus();
      await user.keyboard('{ArrowDown}');
      await press();
    },
    [done]: () => decrypt.reply({ body: [{ ...opened[0]!, data: { name: 'Ada Lovelace' } }] }),
    [error]: () => decrypt.reply({ status: 403, body: { detail: 'No.' } }),
    'hide.pressed': press,
    'page.shown': () => user.click(screen.getByRole('button', { name: 'Next page' })),
    'view.inactive': () => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
      document.dispatchEvent(new Event('visibilitychange'));
    },
    'session.ended': () => actors().session.send({ type: 'otherTab.signedOut' }),
  };
  const shows: Record<string, () => Promise<unknown>> = {
    hidden: async () => {
      await waitFor(() =>
        expect(screen.getAllByRole('gridcell', { name: 'encrypted value, name column' })).toHaveLength(3),
      );
      expect(screen.queryByText('Ada Lovelace')).toBeNull();
    },
    'peeking.decrypting': () =>
      waitFor(() =>
        // Only the sealed value of this cell is sent.
        expect(asked('POST /api/records/decrypt/')[0]?.body).toEqual([
          { id: 'record0', schema: schema.url, data: { name: data.name }, fields: Object.keys(data) },
        ]),
      ),
    'peeking.shown': () => screen.findByRole('gridcell', { name: 'Ada Lovelace' }),
  };
  await follow(moves, happens, shows);
  if (moves.at(-1)?.event.type === error) await screen.findByText(/^Permission Denied/);
});

testEveryState(peekMachine);
