import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { peekMachine } from '#src/machines/peek/machine.ts';
import type { Cell, Value } from '#src/machines/peek/types.ts';
import { sealed } from '../../support/records.ts';

const cell = (name: string): Cell => ({ record: sealed[0]!, name });

/** A peek whose proxy answers with `answer`. */
function peekWith(answer: (cell: Cell) => Promise<Value> = ({ name }) => Promise.resolve(`the ${name}`)) {
  const looked = vi.fn();
  const peek = createActor(
    peekMachine.provide({
      actors: {
        open: fromPromise<Value, Cell>(({ input }) => answer(input)),
        watch: fromCallback(() => looked),
      },
    }),
  ).start();
  return { peek, looked };
}

test('one value is decrypted, and another peek hides the one before', async () => {
  const { peek } = peekWith();
  peek.send({ type: 'peek.pressed', cell: cell('name') });
  expect(peek.getSnapshot()).toMatchObject({ value: { looking: 'opening' }, context: { value: null } });
  await waitFor(peek, (now) => now.matches({ looking: 'open' }));
  expect(peek.getSnapshot().context.value).toBe('the name');
  peek.send({ type: 'peek.pressed', cell: cell('age') });
  expect(peek.getSnapshot().context).toEqual({ cell: cell('age'), value: null });
  await waitFor(peek, (now) => now.context.value === 'the age');
});

test.each(['hide.pressed', 'page.shown', 'view.unseen', 'session.ended'] as const)(
  '%s drops the value',
  async (type) => {
    const { peek, looked } = peekWith();
    peek.send({ type: 'peek.pressed', cell: cell('name') });
    await waitFor(peek, (now) => now.context.value !== null);
    peek.send({ type });
    expect(peek.getSnapshot()).toMatchObject({ value: 'sealed', context: { cell: null, value: null } });
    expect(looked).toHaveBeenCalledOnce();
  },
);

test('a refusal hides the cell again, and is reported once', async () => {
  const refusal = new Failure('forbidden', 'No.', { status: 403 });
  const { peek } = peekWith(() => Promise.reject(refusal));
  const told: Failure[] = [];
  peek.on('opening.failed', ({ failure }) => told.push(failure));
  peek.send({ type: 'peek.pressed', cell: cell('name') });
  await waitFor(peek, (now) => now.matches('sealed'));
  expect(told).toEqual([refusal]);
});
