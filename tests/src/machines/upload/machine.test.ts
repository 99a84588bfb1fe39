import { createActor, fromCallback } from 'xstate';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import type { ReportedFailure, UploadContext, UploadEvent } from '#src/machines/upload/types.ts';
import { uploadMachine } from '#src/machines/upload/machine.ts';
import type { UploadPhase } from '#src/machines/upload/progress.ts';

/** An upload whose actor sends these events, in order, and records that it was stopped. */
function uploadWith(...news: UploadEvent[]) {
  const stopped = vi.fn();
  const reportFailure = vi.fn<(failure: ReportedFailure) => void>();
  const withdrawFailure = vi.fn();
  const cancelJob = vi.fn<(job: string | null) => void>();
  const sendAndFollow = fromCallback<UploadEvent, UploadContext>(({ sendBack }) => {
    news.forEach((event) => sendBack(event));
    return stopped;
  });
  const waiting = vi.fn();
  const awaitLock = fromCallback<UploadEvent, UploadContext>(() => waiting);
  const machine = uploadMachine.provide({
    actors: { sendAndFollow, awaitLock },
    actions: {
      reportFailure: (_, params) => reportFailure(params),
      withdrawFailure: () => void withdrawFailure(),
      cancelJob: (_, job) => cancelJob(job),
    },
  });
  const upload = createActor(machine, { input: { schema: 's1' } }).start();
  return { upload, stopped, reportFailure, withdrawFailure, cancelJob, waiting };
}
const step = (phase: UploadPhase, processed: number, total: number, at = 0) =>
  ({ type: 'job.advanced', phase, processed, total, sent: 0, size: 0, at }) as const;
const file = new File(['a\n1'], 'people.csv');
const choose = { type: 'file.chosen', file } as const;
const press = { type: 'upload.pressed' } as const;

test('nothing is sent before a file is chosen', () => {
  const { upload } = uploadWith();
  upload.send(press);
  expect(upload.getSnapshot().value).toBe('none');
});

test('progress passes through the percentages of the phases', () => {
  const { upload } = uploadWith(step('sending', 50, 100));
  upload.send(choose);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({
    value: 'uploading',
    context: { phase: 'sending', progress: 35 },
  });
  upload.send(step('sealing', 50, 100));
  expect(upload.getSnapshot()).toMatchObject({ context: { phase: 'sealing', progress: 65 } });
});

test('a completed job sets progress to 100', () => {
  const { upload } = uploadWith({ type: 'job.completed', total: 3, leftOut: 0 });
  upload.send(choose);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({
    value: 'completed',
    context: { progress: 100, total: 3, failure: null },
  });
});

test('a failed job keeps the failure and reports it once', () => {
  const error = new Failure('unexpected', 'The disk is full.');
  const { upload, reportFailure, withdrawFailure } = uploadWith({ type: 'job.failed', error, fatal: true });
  upload.send(choose);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({ value: 'terminated', context: { failure: error } });
  expect(reportFailure).toHaveBeenCalledExactlyOnceWith({ failure: error, fatal: true });
  expect(withdrawFailure).not.toHaveBeenCalled();
  upload.send({ type: 'file.cleared' });
  expect(withdrawFailure).toHaveBeenCalledOnce();
});

test('bad rows end the upload and are kept', () => {
  const badRows = { count: 1, rows: [{ row: '3', field: 'age', message: 'age: required, but missing.' }] };
  const { upload } = uploadWith({
    type: 'job.failed',
    error: new Failure('invalid', '1 row is not valid.'),
    badRows,
  });
  upload.send(choose);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({ value: 'terminated', context: { badRows } });
});

test('choosing another file stops the running upload and resets progress', () => {
  const { upload, stopped } = uploadWith(step('storing', 1, 2));
  upload.send(choose);
  upload.send(press);
  upload.send({ type: 'file.chosen', file: new File(['{}'], 'other.json') });
  expect(stopped).toHaveBeenCalledOnce();
  expect(upload.getSnapshot()).toMatchObject({
    value: 'none',
    context: { progress: 0, file: { name: 'other.json' } },
  });
});

test('a running job that is found is followed without its file', () => {
  const { upload } = uploadWith(step('storing', 1, 4));
  upload.send({ type: 'job.found', job: 'j1' });
  expect(upload.getSnapshot()).toMatchObject({
    value: 'uploading',
    context: { job: 'j1', file: null, processed: 1 },
  });
});

test('after a failure the same file can be sent again, from 0 percent', () => {
  const { upload } = uploadWith({ type: 'job.failed', error: new Failure('offline', 'No server responds.') });
  upload.send(choose);
  upload.send(press);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({ value: 'terminated', context: { file, progress: 0 } });
});

test('cancelling before there is a job stops the upload and clears the file', () => {
  const { upload, stopped, cancelJob } = uploadWith(step('sending', 1, 2));
  upload.send(choose);
  upload.send(press);
  upload.send({ type: 'upload.cancelled' });
  expect(stopped).toHaveBeenCalledOnce();
  expect(upload.getSnapshot()).toMatchObject({ value: 'none', context: { file: null } });
  expect(cancelJob).toHaveBeenCalledExactlyOnceWith(null);
});

test('cancelling while records are stored cancels the job', () => {
  const { upload, cancelJob } = uploadWith({ type: 'job.accepted', job: 'j1' }, step('storing', 1, 2));
  upload.send(choose);
  upload.send(press);
  upload.send({ type: 'upload.cancelled' });
  expect(cancelJob).toHaveBeenCalledExactlyOnceWith('j1');
  expect(upload.getSnapshot()).toMatchObject({ value: 'none', context: { job: null, progress: 0 } });
});

test('progress never decreases, even if sending starts over', () => {
  const { upload } = uploadWith(step('sending', 60, 100), step('sending', 0, 100));
  upload.send(choose);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({ context: { processed: 0, progress: 38 } });
  upload.send({ type: 'otherTab.uploading' });
  upload.send({ type: 'otherTab.advanced', upload: { ...theirs, processed: 0 } });
  expect(upload.getSnapshot()).toMatchObject({ value: 'inOtherTab', context: { progress: 38 } });
});

test('a stall lasts until the next progress, and ends nothing', () => {
  const { upload } = uploadWith(step('storing', 1, 4));
  upload.send(choose);
  upload.send(press);
  upload.send({ type: 'job.stalled' });
  upload.send(step('storing', 1, 4, 31_000));
  expect(upload.getSnapshot()).toMatchObject({ value: 'uploading', context: { stalled: true } });
  upload.send(step('storing', 2, 4, 32_000));
  expect(upload.getSnapshot()).toMatchObject({ value: 'uploading', context: { stalled: false } });
});

test('rows that were left out are kept until the end', () => {
  const badRows = { count: 1, rows: [{ row: '3', field: 'age', message: 'age: required, but missing.' }] };
  const { upload } = uploadWith(
    { type: 'rows.leftOut', badRows },
    { type: 'job.completed', total: 2, leftOut: 1 },
  );
  upload.send(choose);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({
    value: 'completed',
    context: { leftOut: 1, badRows, total: 2, file },
  });
});

test('a job that is found after a reload has the number of rows that were left out', () => {
  const { upload } = uploadWith({ type: 'job.completed', total: 2, leftOut: 3 });
  upload.send({ type: 'job.found', job: 'j1' });
  expect(upload.getSnapshot()).toMatchObject({ value: 'completed', context: { leftOut: 3, badRows: null } });
});

test('a job that is found doesn’t replace a file that was chosen meanwhile', () => {
  const { upload } = uploadWith();
  upload.send(choose);
  upload.send({ type: 'job.found', job: 'j1' });
  expect(upload.getSnapshot()).toMatchObject({ value: 'none', context: { file, job: null } });
});

const theirs = {
  name: 'theirs.csv',
  job: null,
  phase: 'sending',
  processed: 1,
  total: 2,
  sent: 10,
  size: 20,
  rate: null,
  stalled: false,
} as const;
const advanced = { type: 'otherTab.advanced', upload: theirs } as const;

test('another tab’s upload is shown with its progress, and nothing else can be sent', () => {
  const { upload, stopped } = uploadWith();
  upload.send(advanced);
  expect(upload.getSnapshot()).toMatchObject({
    value: 'inOtherTab',
    context: { name: 'theirs.csv', phase: 'sending', progress: 35 },
  });
  for (const event of [choose, press, { type: 'file.cleared' }, { type: 'job.found', job: 'j2' }] as const)
    upload.send(event);
  expect(upload.getSnapshot()).toMatchObject({ value: 'inOtherTab', context: { file: null, progress: 35 } });
  expect(stopped).not.toHaveBeenCalled();
});

test('a file that is chosen while another tab uploads can be sent after that has ended', () => {
  const { upload } = uploadWith({ type: 'otherTab.uploading' });
  upload.send(choose);
  upload.send(advanced);
  expect(upload.getSnapshot()).toMatchObject({ value: 'none', context: { file } });
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({ value: 'inOtherTab', context: { file } });
  upload.send(advanced);
  upload.send({ type: 'otherTab.completed', total: 2, leftOut: 0 });
  expect(upload.getSnapshot()).toMatchObject({
    value: 'none',
    context: { file, name: 'people.csv', progress: 0 },
  });
});

test.each([
  [
    { type: 'otherTab.completed', total: 2, leftOut: 1 },
    'completed',
    { progress: 100, total: 2, leftOut: 1 },
  ],
  [
    { type: 'otherTab.failed', message: 'The disk is full.' },
    'terminated',
    { failure: { message: 'The disk is full.' } },
  ],
  [{ type: 'otherTab.cancelled' }, 'none', { name: null, progress: 0 }],
] as const)('the end of another tab’s upload is taken over: %j', (event, value, context) => {
  const { upload, reportFailure, waiting } = uploadWith();
  upload.send(advanced);
  upload.send(event);
  expect(upload.getSnapshot()).toMatchObject({ value, context });
  expect(waiting).toHaveBeenCalledOnce();
  // The tab that sent the file has reported it already.
  expect(reportFailure).not.toHaveBeenCalled();
});

test('when the other tab is gone, this one follows the job', () => {
  const { upload } = uploadWith();
  upload.send({ type: 'otherTab.advanced', upload: { ...theirs, phase: 'storing', job: 'j1' } });
  upload.send({ type: 'otherTab.closed' });
  expect(upload.getSnapshot()).toMatchObject({
    value: 'uploading',
    context: { job: 'j1', name: 'theirs.csv', file: null, phase: 'storing' },
  });
});

test('messages of other tabs don’t affect an upload of this tab', () => {
  const { upload } = uploadWith({ type: 'job.accepted', job: 'j1' });
  upload.send(choose);
  upload.send(press);
  upload.send(advanced);
  upload.send({ type: 'otherTab.completed', total: 9, leftOut: 0 });
  expect(upload.getSnapshot()).toMatchObject({
    value: 'uploading',
    context: { job: 'j1', name: 'people.csv' },
  });
});
