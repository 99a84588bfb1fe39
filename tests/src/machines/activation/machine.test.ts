/** Activating an account by a link. */
import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { readSignedLink, type SignedLink } from '#src/machines/activation/types.ts';
import { activationMachine } from '#src/machines/activation/machine.ts';

const link = { user_id: 'u', timestamp: '1', signature: 's' };
const activate = (signedLink: SignedLink | null, answer: () => Promise<undefined>) => {
  const verify = fromPromise<undefined, SignedLink>(answer);
  return createActor(activationMachine.provide({ actors: { verify } }), {
    input: { link: signedLink },
  }).start();
};

test('a valid link activates the account and is not kept', async () => {
  const now = await waitFor(
    activate(link, async () => undefined),
    ({ status }) => status === 'done',
  );
  expect(now).toMatchObject({ value: 'activated', context: { link: null } });
});

test('a link without all its parameters fails without a call', () => {
  const answer = vi.fn(async () => undefined);
  const now = activate(readSignedLink(new URLSearchParams('user_id=u&timestamp=1')), answer).getSnapshot();
  expect(now.value).toBe('failed');
  expect(now.context.failure?.message).toBe('Invalid activation link. Please request a new one.');
  expect(answer).not.toHaveBeenCalled();
});

test('a link that didn’t reach the service can be retried', async () => {
  const answers = [
    () => Promise.reject(new Failure('offline', 'No server responds.')),
    async () => undefined,
  ];
  const actor = activate(link, () => answers.shift()!());
  await waitFor(actor, (state) => state.matches('failed'));
  actor.send({ type: 'link.retried' });
  expect((await waitFor(actor, ({ status }) => status === 'done')).value).toBe('activated');
});
