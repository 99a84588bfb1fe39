import { expect, onTestFinished, test, vi } from 'vitest';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { JobRegistry } from '@cloakroom/proxy/upload/jobRegistry.ts';

const jobOf = (id: string, more: Partial<Job> = {}): Job => ({
  job_id: id,
  schema: '/api/schemas/hG3e/',
  status: 'complete',
  processed: 1,
  total: 1,
  current_batch: 1,
  total_batches: 1,
  ...more,
});

test('drops seen ends sooner than unseen ones, and never running jobs', () => {
  const registry = new JobRegistry();
  const add = (id: string, ended: number | undefined, more: Partial<Job> = {}) =>
    registry.add({ user: 'ada', created: 5, ended, job: jobOf(id, more) });
  add('seen', 50);
  add('unseen', 50, { unseen: true });
  add('long unseen', 5, { unseen: true });
  add('going on', undefined, { status: 'processing' });
  add('ended under an earlier version', undefined);
  add('new', 150);
  expect(registry.endedBefore({ seen: 100, unseen: 10 })).toEqual([
    'seen',
    'long unseen',
    'ended under an earlier version',
  ]);
});

test('keeps a job that ran for long from its end on, also if it is changed afterwards', () => {
  const registry = new JobRegistry();
  registry.add({ user: 'ada', created: 0, job: jobOf('slow', { status: 'processing' }) });
  const before = Date.now();
  registry.update('slow', { status: 'complete' });
  const after = Date.now() + 1;
  expect(registry.endedBefore({ seen: before, unseen: before })).toEqual([]);
  vi.setSystemTime(after + 60_000);
  onTestFinished(() => void vi.useRealTimers());
  registry.update('slow', { notice: 'The disk is full.' });
  expect(registry.endedBefore({ seen: after, unseen: after })).toEqual(['slow']);
});

test('an alias has the events of its job until the job is removed', () => {
  const registry = new JobRegistry();
  const add = () => registry.add({ user: 'ada', created: 0, job: jobOf('first') });
  add();
  registry.alias('repeat', 'first');
  let events = 0;
  registry.watch('repeat', () => events++);
  registry.update('first', { processed: 2 });
  expect(events).toBe(1);
  expect(registry.remove('first')).toEqual(['repeat']);
  add();
  expect(events).toBe(1);
});
