import { expect, test } from 'vitest';
import { ReceivedBodies } from '@cloakroom/proxy/upload/idempotency.ts';

test('a body counts as a repeat of an earlier one for ten minutes, and never waits for a later one', async () => {
  const bodies = new ReceivedBodies((job) => job === 'failed since');
  const add = (job: string, accepted: Promise<boolean>) =>
    bodies.add({ job, digest: 'd', received: 1_000_000, accepted });
  const minutes = (count: number) => 1_000_000 + count * 60_000;
  add('refused', Promise.resolve(false));
  add('failed since', Promise.resolve(true));
  let accept: (accepted: boolean) => void = () => undefined;
  add('first', new Promise((resolve) => (accept = resolve)));
  add('second', Promise.resolve(true));
  const second = bodies.firstOf('second', minutes(9));
  expect(await bodies.firstOf('first', minutes(9))).toBeNull();
  accept(true);
  expect(await second).toBe('first');
  expect(await bodies.firstOf('second', minutes(11))).toBeNull();
});
