import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { actors } from '../../support/testRoot.ts';
import { page, type Answers } from '../../support/fakeServer.ts';
import { fakeSockets, type FakeSocket } from '../../support/fakeSocket.ts';
import { fakeUploads } from '../../support/fakeUpload.ts';
import { schema, schemaId } from '../../support/records.ts';
import { arrived, beginVisits, endVisits, statusOf, visit, type User } from '../../support/recordsPage.tsx';

let sockets: FakeSocket[];
beforeEach(() => {
  beginVisits();
  sockets = fakeSockets();
});
afterEach(endVisits);

const job = (part: Partial<Job>): Job => ({
  job_id: 'j1',
  schema: schemaId,
  status: 'processing',
  processed: 0,
  total: 2,
  current_batch: 0,
  total_batches: 1,
  ...part,
});
const csv = (text: string) => new File([text], 'people.csv', { type: 'text/csv' });
const people = csv('name,age\nAda,36\nGrace,85\n');
const accepted = { status: 200, body: { job_id: 'j1' } };

const dialog = () => within(screen.getByRole('dialog', { name: 'Upload Records' }));
const press = (user: User, name: string) => user.click(dialog().getByRole('button', { name }));
async function open(user: User): Promise<HTMLElement> {
  await arrived();
  await user.click(screen.getByRole('button', { name: 'Upload Records' }));
  return dialog().getByLabelText('Select File', { selector: 'input' });
}
/** Chooses a file and presses Upload. */
async function upload(file: File, answers?: Answers) {
  const visited = visit(answers);
  await visited.user.upload(await open(visited.user), file);
  await visited.user.click(await dialog().findByRole('button', { name: 'Upload' }));
  return visited;
}
/** The socket of the upload's job, once the proxy has the file. */
async function stream(): Promise<FakeSocket> {
  await waitFor(() => expect(sockets).toHaveLength(1));
  return sockets[0]!;
}

test('a file is validated, sent and followed to its end, and its records are shown', async () => {
  const sent = fakeUploads(() => accepted);
  const { user, searches } = await upload(people);
  const socket = await stream();
  expect(sent).toMatchObject([
    {
      address: `/api/jobs/upload/?schema=${schemaId}`,
      headers: { 'Content-Type': 'text/csv', 'X-CSRFToken': 'token' },
    },
  ]);
  expect(await sent[0]?.body.text()).toBe(`name,age,schema_id:${schemaId}\nAda,36\nGrace,85\n`);
  socket.say(job({ processed: 1 }));
  await dialog().findByText('1 of 2 records');
  expect(dialog().getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuetext')).toBe(
    '1 of 2 records, 90 %',
  );
  dialog().getByText('people.csv');
  expect(dialog().getByText('Storing').getAttribute('aria-current')).toBe('step');
  const before = searches().length;
  socket.say(job({ status: 'complete', processed: 2 }));
  await dialog().findByText('Uploaded 2 records from file: people.csv');
  const heading = dialog().getByRole('heading', { name: 'Upload Complete' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await waitFor(() => expect(searches()).toHaveLength(before + 1));
  await press(user, 'Done');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload Records' }));
});

test('an upload goes on after the dialog is closed, and the button shows its progress and its end', async () => {
  fakeUploads(() => accepted);
  const { user } = await upload(people);
  const socket = await stream();
  socket.say(job({ processed: 1 }));
  await dialog().findByText('1 of 2 records');
  await press(user, 'Continue in background');
  screen.getByRole('button', { name: 'Uploading 90 %' });
  socket.say(job({ status: 'failed', error: 'The disk is full.' }));
  const alert = (await screen.findByText('FATAL: The disk is full.')).closest('[role=alert]');
  expect(alert?.textContent).toContain('API Error');
  await user.click(await screen.findByRole('button', { name: 'Upload Terminated' }));
  dialog().getByText('Failed to upload records from file');
  dialog().getByText('The disk is full.');
  dialog().getByRole('button', { name: 'Try again' });
});

test('leaving the page is guarded only while the file would be lost', async () => {
  const held = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  let store: (answer: typeof accepted) => void = () => undefined;
  const sent = fakeUploads(() => new Promise((resolve) => (store = resolve)));
  expect(held()).toBe(false);
  await upload(people);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(held()).toBe(true);
  store(accepted);
  (await stream()).say(job({ processed: 1 }));
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
    'DELETE /api/jobs/j1/': () => ({ body: job({ status: 'failed', error: 'Cancelled.' }) }),
  });
  (await stream()).say(job({ processed: 1 }));
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
  (await stream()).say(job({ processed: 1 }));
  await dialog().findByText('1 of 2 records');
  await press(user, 'Cancel upload');
  await screen.findByText(/could not be cancelled\. It is being published\./);
  await waitFor(() => expect(sockets).toHaveLength(2));
  sockets[1]?.say(job({ status: 'complete', processed: 2 }));
  await dialog().findByText('Uploaded 2 records');
});

test('the page shows the number of new records until it is dismissed', async () => {
  fakeUploads(() => accepted);
  const { user } = await upload(people);
  (await stream()).say(job({ status: 'complete', processed: 2 }));
  await dialog().findByRole('heading', { name: 'Upload Complete' });
  await press(user, 'Done');
  await screen.findByText('2 new records');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('2 new records')).toBeNull();
});

test('bad rows are shown in a table, and nothing is sent', async () => {
  const sent = fakeUploads(() => accepted);
  const { user } = await upload(csv('name,age\nAda,300\n'));
  await dialog().findByRole('heading', { name: 'Upload Terminated' });
  dialog().getByText('Failed to upload records from file');
  const [, row] = within(dialog().getByRole('table', { name: '1 problem' })).getAllByRole('row');
  expect(Array.from(row?.children ?? [], ({ textContent }) => textContent)).toEqual([
    '2',
    'age',
    '300',
    '300 is above the maximum of 120.',
  ]);
  expect(dialog().queryByRole('button', { name: 'Try again' })).toBeNull();
  await press(user, 'Select another file');
  dialog().getByRole('button', { name: 'Select File' });
  expect(sent).toEqual([]);
  expect(actors().alerts.getSnapshot().context.shown).toEqual([]);
});

test('a malformed file is refused with "Invalid JSON object, please check file format or select a different file."', async () => {
  await upload(new File(['{"name":'], 'people.json', { type: 'application/json' }));
  await dialog().findByText(/^Invalid JSON object, please check file format or select a different file\./);
});

test('a file that the proxy refuses shows the reason, and can be sent again', async () => {
  const answers = [{ status: 413, body: { detail: 'The disk has no room for it.' } }, accepted];
  fakeUploads(() => answers.shift() ?? accepted);
  const { user } = await upload(people);
  await dialog().findByText('The disk has no room for it.');
  await press(user, 'Select another file');
  await user.upload(dialog().getByLabelText('Select File', { selector: 'input' }), people);
  await user.click(await dialog().findByRole('button', { name: 'Upload' }));
  (await stream()).say(job({ status: 'complete', processed: 2 }));
  await dialog().findByRole('heading', { name: 'Upload Complete' });
});

test('a file of a wrong type and an empty file are refused at once', async () => {
  const { user } = visit();
  const input = await open(user);
  const pick = (file: File) => fireEvent.change(input, { target: { files: [file] } });
  const refusal = () =>
    screen.findByText((_, element) => element?.getAttribute('role') === 'alert' && !!element.textContent);
  pick(new File(['x'], 'picture.png', { type: 'image/png' }));
  expect((await refusal()).textContent).toBe('Invalid file type');
  pick(csv(''));
  await dialog().findByText('File is empty, please select a different file.');
  dialog().getByRole('button', { name: 'Upload', description: 'Select a file first.' });
});

test('closing the dialog clears the file, and so does the clear button', async () => {
  const { user } = visit();
  await user.upload(await open(user), people);
  await user.click(await dialog().findByRole('button', { name: 'Clear people.csv' }));
  await user.upload(dialog().getByLabelText('Select File', { selector: 'input' }), people);
  await dialog().findByText('people.csv');
  await press(user, 'Cancel');
  await open(user);
  expect(dialog().queryByText('people.csv')).toBeNull();
});

test('a notice of the job is shown until the upload goes on', async () => {
  fakeUploads(() => accepted);
  await upload(people);
  const socket = await stream();
  const notice =
    'The upload waits for this machine’s disk. /data/spool can’t be used: the disk is full (ENOSPC).';
  socket.say(job({ notice }));
  await dialog().findByText(notice);
  dialog().getByText('The upload waits');
  socket.say(job({ processed: 1 }));
  await waitFor(() => expect(dialog().queryByText(notice)).toBeNull());
});

test('an upload that was running before a reload is followed again', async () => {
  visit({ 'GET /api/jobs/': () => page([job({})]) });
  (await stream()).say(job({ processed: 1 }));
  await screen.findByRole('button', { name: 'Uploading 90 %' });
});

test('after a reload the number of rows that were left out is shown, and how to see them', async () => {
  const { user, asked } = visit({
    'GET /api/jobs/': () => page([job({})]),
    'POST /api/jobs/j1/seen/': () => ({ status: 204, body: undefined }),
  });
  (await stream()).say(job({ status: 'complete', processed: 2, left_out: 3, unseen: true }));
  await user.click(await screen.findByRole('button', { name: 'Upload Complete' }));
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
