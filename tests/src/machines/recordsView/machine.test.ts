import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { expect, test, vi } from 'vitest';
import type { DecryptedRecord, SealedRecord } from '@cloakroom/contract/records.ts';
import { Failure } from '#src/shared/failure.ts';
import { recordsViewMachine } from '#src/machines/recordsView/machine.ts';

const sealed = (id: string): SealedRecord => ({
  id,
  url: '',
  schema: '/api/schemas/s/',
  owner: '',
  data: { name: 'v1.x' },
  created: '',
});
const opened = ({ id, schema }: SealedRecord): DecryptedRecord => ({
  id,
  schema,
  data: { name: `name of ${id}` },
});

/** A records view, and the ids that its proxy was asked for. */
function viewWith() {
  const asked: string[][] = [];
  const complain = vi.fn<(failure: Failure) => void>();
  const watched = vi.fn();
  const machine = recordsViewMachine.provide({
    actors: {
      decryptPage: fromPromise<DecryptedRecord[], { records: SealedRecord[] }>(async ({ input }) => {
        asked.push(input.records.map(({ id }) => id));
        return input.records.map(opened);
      }),
      watch: fromCallback(() => watched),
    },
  });
  const view = createActor(machine).start();
  view.on('decryption.failed', ({ failure }) => complain(failure));
  view.send({ type: 'page.shown', records: [sealed('a'), sealed('b')] });
  return { view, asked, complain, watched };
}
const decrypt = { type: 'decrypt.pressed' } as const;
const permitted = { type: 'permission.known', permitted: true } as const;

test('records stay encrypted for a person who may not decrypt', () => {
  const { view } = viewWith();
  view.send(decrypt);
  view.send({ type: 'permission.known', permitted: false });
  view.send(decrypt);
  expect(view.getSnapshot().value).toBe('encrypted');
});

test('decrypts the page, and of the next page only the missing records', async () => {
  const { view, asked } = viewWith();
  view.send(permitted);
  view.send(decrypt);
  await waitFor(view, (state) => state.matches({ decrypted: 'checking' }));
  view.send({ type: 'page.shown', records: [sealed('b'), sealed('c')] });
  const state = await waitFor(view, ({ context }) => context.opened.has('c'));
  expect(asked).toEqual([['a', 'b'], ['c']]);
  expect(state.context.opened.get('c')).toEqual({ name: 'name of c' });
});

test('another version of a record is decrypted, and the values of the former one are dropped', async () => {
  const { view, asked } = viewWith();
  view.send(permitted);
  view.send(decrypt);
  await waitFor(view, (now) => now.matches({ decrypted: 'checking' }) && now.context.opened.size === 2);
  view.send({ type: 'page.shown', records: [sealed('a'), { ...sealed('b'), version: 'c' }] });
  expect([...view.getSnapshot().context.opened.keys()]).toEqual(['a']);
  await waitFor(view, ({ context }) => context.opened.size === 2);
  expect(asked).toEqual([['a', 'b'], ['b']]);
});

test.each(['encrypt.pressed', 'view.inactive', 'session.ended'] as const)(
  '%s drops every decrypted value',
  async (type) => {
    const { view, watched } = viewWith();
    view.send(permitted);
    view.send(decrypt);
    await waitFor(view, ({ context }) => context.opened.size === 2);
    view.send({ type });
    expect(view.getSnapshot()).toMatchObject({ value: 'encrypted', context: { opened: new Map() } });
    expect(watched).toHaveBeenCalledOnce();
  },
);
