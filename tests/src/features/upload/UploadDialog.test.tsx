import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { UploadTray } from '#src/features/upload/UploadTray.tsx';
import { actors } from '../../support/testRoot.ts';
import { page, type Answers } from '../../support/fakeServer.ts';
import { sockets } from '../../support/fakeSocket.ts';
import { accepted, fakeUploads, jobOf } from '../../support/fakeUpload.ts';
import { schema, schemaId } from '../../support/records.ts';
import { arrived, statusOf, visit, type User } from '../../support/recordsPage.tsx';

const csv = (text: string) => new File([text], 'people.csv', { type: 'text/csv' });
const people = csv('name,age\nAda,36\nGrace,85\n');

const dialog = () => within(screen.getByRole('dialog', { name: 'Upload Records' }));
const press = (user: User, name: string) => user.click(dialog().getByRole('button', { name }));
async function open(user: User): Promise<HTMLElement> {
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Upload Records' }));
  return dialog().getByLabelText('Select File', { selector: 'input' });
}
/** Chooses a file and presses Upload. */
async function upload(file: File, answers?: Answers, tray?: ReactNode) {
  const visited = visit(answers, '', tray);
  await visited.user.upload(await open(visited.user), file);
  await visited.user.click(await dialog().findByRole('button', { name: 'Upload' }));
  return visited;
}
/** The socket of the upload's job, once the proxy has the file. */
async function stream(): Promise<(typeof sockets)[number]> {
  await waitFor(() => expect(sockets).toHaveLength(1));
  return sockets[0]!;
}

test('leaving the page is guarded only while the file would be lost', async () => {
  const held = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  let store: (answer: typeof accepted) => void = () => undefined;
  const sent = fakeUploads(() => new Promise((resolve) => (store = resolve)));
  expect(held()).toBe(false);
  await upload(people);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(held()).toBe(true);
  store(accepted);
  (await stream()).say(jobOf({ processed: 1 }));
  await dialog().findByText('1 of 2 records');
  expect(held()).toBe(false);
});

test('a cancelled upload leaves no alert and no file', async () => {
  fakeUploads(() => new Promise(() => undefined));
  const { user } = await upload(people);
  await user.click(await dialog().findByRole('button', { name: 'Cancel upload' }));
  await dialog().findByText(/^Drag a file here/);
  expect(actors().alerts.getSnapshot().context.shown).toEqual([]);
});

test('cancelling while records are stored cancels the job', async () => {
  fakeUploads(() => accepted);
  const { user, asked } = await upload(people, {
    'DELETE /api/jobs/j1/': () => ({ body: jobOf({ status: 'failed', error: 'Cancelled.' }) }),
  });
  (await stream()).say(jobOf({ processed: 1 }));
  await dialog().findByText('1 of 2 records');
  await press(user, 'Cancel upload');
  await dialog().findByText(/^Drag a file here/);
  await waitFor(() => expect(asked('DELETE /api/jobs/j1/')).toHaveLength(1));
  expect(actors().alerts.getSnapshot().context.shown).toEqual([]);
});

test('an upload that is too late to cancel says so, and is followed to its end', async () => {
  fakeUploads(() => accepted);
  const { user } = await upload(people, {
    'DELETE /api/jobs/j1/': () => ({ status: 409, body: { detail: 'It is being published.' } }),
  });
  (await stream()).say(jobOf({ processed: 1 }));
  await dialog().findByText('1 of 2 records');
  await press(user, 'Cancel upload');
  await screen.findByText(/could not be cancelled\. It is being published\./);
  await waitFor(() => expect(sockets).toHaveLength(2));
  sockets[1]?.say(jobOf({ status: 'complete', processed: 2 }));
  await dialog().findByText('Uploaded 2 records');
});

test('the page shows the number of new records until it is dismissed', async () => {
  fakeUploads(() => accepted);
  const { user } = await upload(people);
  (await stream()).say(jobOf({ status: 'complete', processed: 2 }));
  await dialog().findByRole('heading', { name: 'Upload Complete' });
  await press(user, 'Done');
  await screen.findByText('2 new records');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('2 new records')).toBeNull();
});

test('the tray alone shows the end of an upload whose dialog is closed', async () => {
  fakeUploads(() => accepted);
  const { user } = await upload(people, {}, <UploadTray behindProxy />);
  const socket = await stream();
  await press(user, 'Continue in background');
  socket.say(jobOf({ status: 'complete', processed: 2 }));
  await screen.findByText(/Upload Complete, 2 records/, { ignore: '[role=status]' });
  expect(screen.queryByText('2 new records')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Dismiss People' }));
  expect(screen.queryByText(/Upload Complete/)).toBeNull();
  expect(screen.queryByText('2 new records')).toBeNull();
});

test('a file that the proxy refuses shows the reason, and can be sent again', async () => {
  const answers = [{ status: 413, body: { detail: 'The disk has no room for it.' } }, accepted];
  fakeUploads(() => answers.shift() ?? accepted);
  const { user } = await upload(people);
  await dialog().findByText('The disk has no room for it.');
  await press(user, 'Select another file');
  await user.upload(dialog().getByLabelText('Select File', { selector: 'input' }), people);
  await user.click(await dialog().findByRole('button', { name: 'Upload' }));
  (await stream()).say(jobOf({ status: 'complete', processed: 2 }));
  await dialog().findByRole('heading', { name: 'Upload Complete' });
});

test('a failure after the dialog is closed is shown by the tray, with its reason and without an alert', async () => {
  let refuse: () => void = () => undefined;
  const sent = fakeUploads(
    () =>
      new Promise((resolve) => {
        refuse = () => resolve({ status: 413, body: { detail: 'The disk has no room for it.' } });
      }),
  );
  const { user } = await upload(people, {}, <UploadTray behindProxy />);
  await press(user, 'Continue in background');
  await waitFor(() => expect(sent).toHaveLength(1));
  refuse();
  await screen.findByText(/Upload Terminated\. The disk has no room for it\./, { ignore: '[role=status]' });
  expect(actors().alerts.getSnapshot().context.shown).toEqual([]);
});

test('a notice of the job is shown until the upload goes on', async () => {
  fakeUploads(() => accepted);
  await upload(people);
  const socket = await stream();
  const notice =
    'The upload waits for this machine’s disk. /data/spool can’t be used: the disk is full (ENOSPC).';
  socket.say(jobOf({ notice }));
  await dialog().findByText(notice);
  dialog().getByText('The upload waits');
  socket.say(jobOf({ processed: 1 }));
  await waitFor(() => expect(dialog().queryByText(notice)).toBeNull());
});

test('after a reload the number of rows that were left out is shown, and how to see them', async () => {
  const { user, asked } = visit({
    'GET /api/jobs/': () => page([jobOf({})]),
    'POST /api/jobs/j1/seen/': () => ({ status: 204, body: undefined }),
  });
  (await stream()).say(jobOf({ status: 'complete', processed: 2, left_out: 3, unseen: true }));
  await user.click(await screen.findByRole('button', { name: 'Result of the upload' }));
  dialog().getByText('3 rows were left out');
  dialog().getByText(/upload the file again with “Upload nothing unless all rows are good”/);
  expect(asked('POST /api/jobs/j1/seen/')).toHaveLength(1);
});

test('without the right to upload, or without a proxy, the button is disabled with the reason', async () => {
  const permissions = { ...schema.permissions, can_upload: false };
  const { unmount } = visit({
    [`GET /api/schemas/${schemaId}/`]: () => ({ body: { ...schema, permissions } }),
  });
  await screen.findByRole('button', {
    name: 'Upload Records',
    description: /^Only data owners of this schema/,
  });
  unmount();
  visit({ 'GET /api/status/': statusOf(false), 'GET /api/records/': () => page([]) });
  await screen.findByRole('button', { name: 'Upload Records', description: /^No Proxy Detected/ });
});
