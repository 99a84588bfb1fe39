import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { recordEditMachine } from '#src/machines/recordEdit/machine.ts';
import type { ReadInput, RecordEditInput, SaveInput } from '#src/machines/recordEdit/types.ts';
import { sealed } from '../../support/records.ts';

const record = sealed[0]!;

/** An edit whose record is read by `read` and stored by `save`. */
function editWith(
  input: Partial<RecordEditInput>,
  save = vi.fn((_: SaveInput) => Promise.resolve(record)),
  answer = (_calls: number) => Promise.resolve({ record, values: { name: 'Ada' } }),
) {
  const read = vi.fn((_: ReadInput) => answer(read.mock.calls.length - 1));
  const edit = createActor(
    recordEditMachine.provide({
      actors: {
        read: fromPromise(({ input: asked }) => read(asked)),
        save: fromPromise(({ input: asked }) => save(asked)),
      },
    }),
    { input: { schema: 's', kind: 'edit', record, ...input } },
  ).start();
  return { edit, read, save };
}

test('a new record is stored without reading one', async () => {
  const { edit, read, save } = editWith({ kind: 'add', record: null });
  expect(edit.getSnapshot().value).toBe('editing');
  edit.send({ type: 'save.pressed', data: { name: 'Ada' }, key: 'one' });
  await waitFor(edit, ({ status }) => status === 'done');
  expect(read).not.toHaveBeenCalled();
  expect(save).toHaveBeenCalledWith({
    schema: 's',
    kind: 'add',
    record: null,
    data: { name: 'Ada' },
    key: 'one',
  });
  expect(edit.getSnapshot().context.saved).toBe(record);
});

test('the same values are sent again with the same key, other values with another one', async () => {
  const save = vi.fn<(input: SaveInput) => Promise<typeof record>>(() =>
    Promise.reject(new Failure('offline', 'No answer.')),
  );
  const { edit } = editWith({}, save);
  for (const [name, key] of [
    ['Ada', 'one'],
    ['Ada', 'two'],
    ['Grace', 'three'],
  ] as const) {
    await waitFor(edit, (now) => now.matches('editing'));
    edit.send({ type: 'save.pressed', data: { name }, key });
  }
  await waitFor(edit, (now) => now.matches('editing'));
  expect(save.mock.calls.map(([{ key }]) => key)).toEqual(['one', 'one', 'three']);
  expect(edit.getSnapshot().context.failure?.message).toBe('No answer.');
});

test('a record that was changed meanwhile is read again before it can be saved', async () => {
  const save = vi
    .fn<(input: SaveInput) => Promise<typeof record>>()
    .mockRejectedValueOnce(new Failure('conflict', 'Another version.', { status: 412 }))
    .mockResolvedValueOnce(record);
  const { edit, read } = editWith({}, save);
  await waitFor(edit, (now) => now.matches('editing'));
  edit.send({ type: 'save.pressed', data: { name: 'Grace' }, key: 'one' });
  await waitFor(edit, (now) => now.matches('conflict'));
  edit.send({ type: 'save.pressed', data: { name: 'Grace' }, key: 'two' });
  expect(save).toHaveBeenCalledOnce();
  edit.send({ type: 'reload.pressed' });
  await waitFor(edit, (now) => now.matches('editing'));
  expect(read.mock.calls.map(([{ refetch: again }]) => again)).toEqual([false, true]);
  edit.send({ type: 'save.pressed', data: { name: 'Grace' }, key: 'three' });
  await waitFor(edit, ({ status }) => status === 'done');
});

test('a record that can’t be read is tried again', async () => {
  const { edit, read } = editWith({}, undefined, (calls) =>
    calls === 0
      ? Promise.reject(new Failure('forbidden', 'No.'))
      : Promise.resolve({ record, values: { name: 'Ada' } }),
  );
  await waitFor(edit, (now) => now.matches('unreadable'));
  expect(edit.getSnapshot().context.failure?.message).toBe('No.');
  edit.send({ type: 'retry.pressed' });
  await waitFor(edit, (now) => now.matches('editing'));
  expect(edit.getSnapshot().context).toMatchObject({ values: { name: 'Ada' }, failure: null });
  expect(read).toHaveBeenCalledTimes(2);
});
