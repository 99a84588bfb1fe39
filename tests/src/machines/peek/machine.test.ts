import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { expect, test } from 'vitest';
import { peekMachine } from '#src/machines/peek/machine.ts';
import type { Cell, Value } from '#src/machines/peek/types.ts';
import { sealed } from '../../support/records.ts';

const cell = (name: string): Cell => ({ record: sealed[0]!, name });

test('decrypts one value, and hides it when another cell is peeked at', async () => {
  const peek = createActor(
    peekMachine.provide({
      actors: {
        decryptCell: fromPromise<Value | null, Cell>(({ input }) => Promise.resolve(`the ${input.name}`)),
        endPeek: fromCallback(() => undefined),
      },
    }),
  ).start();
  peek.send({ type: 'peek.pressed', cell: cell('name') });
  expect(peek.getSnapshot()).toMatchObject({ value: { peeking: 'decrypting' }, context: { value: null } });
  await waitFor(peek, (now) => now.matches({ peeking: 'shown' }));
  expect(peek.getSnapshot().context.value).toBe('the name');
  peek.send({ type: 'peek.pressed', cell: cell('age') });
  expect(peek.getSnapshot().context).toEqual({ cell: cell('age'), value: null });
  await waitFor(peek, (now) => now.context.value === 'the age');
});
