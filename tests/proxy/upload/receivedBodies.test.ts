import { expect, test } from 'vitest';
import { ReceivedBodies } from '@cloakroom/proxy/upload/idempotency.ts';

test('a body counts as a repeat of an earlier one for ten minutes, and never waits for a later one', async () => {
  const bodies = new ReceivedBodies((job) => job === 'failed since');
  const add = (job: string, accepted: Promise<boolean>) =>
    bodies.add({ job, digest: 'd', received: 1_000_000, accepted });
  const stored = () => Promise.resolve(true);
  const minutes = (count: number) => 1_000_000 + count * 60_000;
  add('refused', Promise.resolve(false));
  add('failed since', Promise.resolve(true));
  let accept: (accepted: boolean) => void = () => undefined;
  add('first', new Promise((resolve) => (accept = resolve)));
  add('second', Promise.resolve(true));
  const second = bodies.firstOf('second', minutes(9), stored);
  expect(await bodies.firstOf('first', minutes(9), stored)).toBeNull();
  accept(true);
  expect(await second).toBe('first');
  expect(await bodies.firstOf('second', minutes(11), stored)).toBeNull();
});

test('a body is no repeat of one whose records were deleted, and is of a later one that was stored', async () => {
  const bodies = new ReceivedBodies(() => false);
  for (const job of ['deleted', 'stored', 'repeat'])
    bodies.add({ job, digest: 'd', received: 1_000_000, accepted: Promise.resolve(true) });
  const hasRecords = (job: string) => Promise.resolve(job !== 'deleted');
  expect(await bodies.firstOf('stored', 1_000_000, hasRecords)).toBeNull();
  expect(await bodies.firstOf('repeat', 1_000_000, hasRecords)).toBe('stored');
});
