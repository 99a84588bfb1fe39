import { createActor, fromCallback } from 'xstate';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/lib/failure.ts';
import type { Complaint, Upload, UploadEvent } from '#src/machines/upload/carry.ts';
import { uploadMachine } from '#src/machines/upload/machine.ts';

/** An upload whose carrier reports exactly this news, in order, and notes when it is told to stop. */
function uploadWith(...news: UploadEvent[]) {
  const stopped = vi.fn();
  const complain = vi.fn<(complaint: Complaint) => void>();
  const carry = fromCallback<UploadEvent, Upload>(({ sendBack }) => {
    news.forEach((event) => sendBack(event));
    return stopped;
  });
  const machine = uploadMachine.provide({
    actors: { carry },
    actions: { complain: (_, params) => complain(params) },
  });
  const upload = createActor(machine, { input: { schema: 's1' } }).start();
  return { upload, stopped, complain };
}
const file = new File(['a\n1'], 'people.csv');
const choose = { type: 'file.chosen', file } as const;
const press = { type: 'upload.pressed' } as const;

test('nothing is sent before a file is chosen', () => {
  const { upload } = uploadWith();
  upload.send(press);
  expect(upload.getSnapshot().value).toBe('none');
});

test('choosing a file waits for the person to press Upload', () => {
  const { upload } = uploadWith();
  upload.send(choose);
  expect(upload.getSnapshot()).toMatchObject({ value: 'none', context: { file, progress: 0 } });
});

test('the bar moves through checking, sending and storing and never beyond', () => {
  const { upload } = uploadWith({ type: 'job.advanced', phase: 'sending', processed: 50, total: 100 });
  upload.send(choose);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({
    value: 'uploading',
    context: { phase: 'sending', progress: 50 },
  });
});

test('a completed job leaves the bar full', () => {
  const { upload } = uploadWith({ type: 'job.completed', total: 3 });
  upload.send(choose);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({
    value: 'completed',
    context: { progress: 100, total: 3, failure: null },
  });
});

test('a failed job says why, and complains once', () => {
  const error = new Failure('unexpected', 'The disk is full.');
  const { upload, complain } = uploadWith({ type: 'job.failed', error, fatal: true });
  upload.send(choose);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({ value: 'terminated', context: { failure: error } });
  expect(complain).toHaveBeenCalledExactlyOnceWith({ failure: error, fatal: true });
});

test('bad rows end the upload and are kept for the person to read', () => {
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

test('choosing another file stops the one under way and starts from nought', () => {
  const { upload, stopped } = uploadWith({ type: 'job.advanced', phase: 'storing', processed: 1, total: 2 });
  upload.send(choose);
  upload.send(press);
  upload.send({ type: 'file.chosen', file: new File(['{}'], 'other.json') });
  expect(stopped).toHaveBeenCalledOnce();
  expect(upload.getSnapshot()).toMatchObject({
    value: 'none',
    context: { progress: 0, file: { name: 'other.json' } },
  });
});

test('clearing forgets the file and the end', () => {
  const { upload } = uploadWith({ type: 'job.completed', total: 3 });
  upload.send(choose);
  upload.send(press);
  upload.send({ type: 'file.cleared' });
  expect(upload.getSnapshot()).toMatchObject({ value: 'none', context: { file: null, progress: 0 } });
});

test('a job found under way is followed without its file', () => {
  const { upload } = uploadWith({ type: 'job.advanced', phase: 'storing', processed: 1, total: 4 });
  upload.send({ type: 'job.found', job: 'j1' });
  expect(upload.getSnapshot()).toMatchObject({
    value: 'uploading',
    context: { job: 'j1', file: null, processed: 1 },
  });
});

test('after a failure the same file can be sent again, from nought', () => {
  const { upload } = uploadWith({ type: 'job.failed', error: new Failure('offline', 'Nobody answers.') });
  upload.send(choose);
  upload.send(press);
  upload.send(press);
  expect(upload.getSnapshot()).toMatchObject({ value: 'terminated', context: { file, progress: 0 } });
});

test('cancelling stops the carrying and forgets the file', () => {
  const { upload, stopped } = uploadWith({ type: 'job.advanced', phase: 'sending', processed: 1, total: 2 });
  upload.send(choose);
  upload.send(press);
  upload.send({ type: 'upload.cancelled' });
  expect(stopped).toHaveBeenCalledOnce();
  expect(upload.getSnapshot()).toMatchObject({ value: 'none', context: { file: null } });
});
