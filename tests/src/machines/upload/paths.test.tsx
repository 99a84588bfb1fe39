/** Every state of an upload, in the dialog of the records page. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { uploadMachine } from '#src/machines/upload/machine.ts';
import { actors } from '../../support/testRoot.ts';
import { page } from '../../support/fakeServer.ts';
import { sockets } from '../../support/fakeSocket.ts';
import { accepted, fakeUploads, jobOf } from '../../support/fakeUpload.ts';
import { testEveryState, deferredCall, shortestPathsOf, whole } from '../../support/model.ts';
import { schemaId } from '../../support/records.ts';
import { arrived, visit } from '../../support/recordsPage.tsx';

const file = new File(['name,age\nAda,36\nGrace,85\n'], 'people.csv', { type: 'text/csv' });
const stored = { phase: 'storing', processed: 1, total: 2, sent: 0, size: 0 };
const under = { name: 'people.csv', job: 'j1', ...stored, rate: null, stalled: false };
const eventData = {
  'file.chosen': { file },
  'file.cleared': {},
  'upload.pressed': {},
  'upload.cancelled': {},
  'job.found': { job: 'j1' },
  'job.advanced': { ...stored, at: 0 },
  'job.stalled': {},
  'job.completed': { total: 2, leftOut: 0 },
  'job.failed': { error: new Error('The disk is full.') },
  'otherTab.advanced': { upload: under },
  'otherTab.completed': { total: 2, leftOut: 0 },
  'otherTab.failed': { message: 'The disk is full.' },
  'otherTab.cancelled': {},
};
const ways = shortestPathsOf(uploadMachine, {
  input: { schema: schemaId },
  events: Object.entries(eventData).map(([type, rest]) => ({ type, ...rest })),
  also: ({ context: { file: chosen, job, phase, stalled } }) =>
    [chosen && 'with a file', job && 'found', phase === 'storing' && 'stored', stalled && 'stalled']
      .filter(Boolean)
      .join(', '),
});

test.each(whole(ways))('$name', async ({ moves }) => {
  const first = moves[1]?.event.type;
  const found = first === 'job.found';
  const job = jobOf({ processed: 1 });
  fakeUploads(() => accepted);
  const running = deferredCall();
  const { user } = visit({
    'GET /api/jobs/': async () => (found ? page((await running.answer()).body as Job[]) : page([])),
  });
  await arrived();
  const dialog = () => within(screen.getByRole('dialog', { name: 'Upload Records' }));
  const press = async (name: string) => user.click(await dialog().findByRole('button', { name }));
  const open = async (name: RegExp) => user.click(await screen.findByRole('button', { name }));
  const tabs = new BroadcastChannel('upload-progress');
  onTestFinished(() => tabs.close());
  const target = { schema: schemaId, title: 'People', path: '/' };
  const postToTab = (message: object) =>
    tabs.postMessage({ user: undefined, message: { target, ...message } });
  const say = async (part: Partial<Job>) => {
    await waitFor(() => expect(sockets.at(-1)).toBeDefined());
    sockets.at(-1)!.say({ ...job, ...part });
  };
  const happens: Record<string, () => Promise<unknown>> = {
    'xstate.init': async () => {
      if (first === undefined || first === 'file.chosen') await open(/^Upload Records$/);
    },
    'file.chosen': async () =>
      fireEvent.change(await dialog().findByLabelText('Select File', { selector: 'input' }), {
        target: { files: [file] },
      }),
    'upload.pressed': () => press('Upload'),
    'job.found': async () => {
      await running.reply({ body: [job] });
      await open(/^Uploading/);
    },
    'job.advanced': () => say({}),
    // Sent directly instead of waiting thirty seconds.
    'job.stalled': async () => {
      actors().uploads.getSnapshot().context.bySchema[schemaId]?.actor.send({ type: 'job.stalled' });
    },
    'job.completed': () => say({ status: 'complete', processed: 2 }),
    'job.failed': () => say({ status: 'failed', error: 'The disk is full.' }),
    'otherTab.advanced': async () => {
      postToTab({ type: 'advanced', upload: under });
      await open(/^Uploading/);
    },
    'otherTab.completed': async () => postToTab({ type: 'completed', total: 2, leftOut: 0 }),
    'otherTab.failed': async () => postToTab({ type: 'failed', message: 'The disk is full.' }),
    'otherTab.cancelled': async () => postToTab({ type: 'cancelled' }),
  };
  const shows: Record<string, () => Promise<unknown>> = {
    none: async () => {
      if (screen.queryByRole('dialog')) await dialog().findByText(/^Drag a file here/);
      else await screen.findByRole('button', { name: 'Upload Records' });
    },
    'none, with a file': () => dialog().findByText('people.csv'),
    uploading: () => dialog().findByRole('progressbar', { name: 'Upload' }),
    inOtherTab: () => dialog().findByRole('progressbar', { name: 'Upload' }),
    completed: () => dialog().findByText(/^Uploaded 2 records/),
    terminated: () => dialog().findByText('The disk is full.'),
  };
  for (const { event, state } of moves) {
    await happens[event.type]!();
    await (shows[state] ?? shows[state.split(',')[0]!])!();
    if (state.includes('stalled')) {
      await dialog().findByText('No progress for 30 seconds');
      dialog().getByRole('button', { name: 'Cancel upload' });
    }
  }
});

testEveryState(uploadMachine);
