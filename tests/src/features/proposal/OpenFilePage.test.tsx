/** Opening a file with the installed console, and the offer to install it. */
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { daySeconds, snoozeAlert, snoozedMs } from '#src/shared/storage/cookies.ts';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { actors } from '#tests/src/support/testRoot.ts';
import { dataset, full, schema } from '#tests/src/support/datasets.ts';

/** Opens a file as the system's file manager does. */
let open: (file: File) => void;
beforeEach(() => {
  vi.stubGlobal('launchQueue', {
    setConsumer: (consume: (launch: { files: { getFile: () => Promise<File> }[] }) => void) => {
      open = (file) => consume({ files: [{ getFile: async () => file }] });
    },
  });
});
afterEach(() => {
  document.cookie = 'later-install=; Max-Age=0; Path=/';
});

const world: World = {
  ...full,
  'GET /api/jobs/': () => ({ body: [] }),
  'POST /api/records/search/': () => ({ body: [] }),
};
const people = new File(['name,age\nAda,7\n'], 'people.csv', { type: 'text/csv' });

test('an opened file goes to the chosen schema, and waits there to be uploaded', async () => {
  const { heading, user, place } = openConsole('/open-file', world);
  await heading('Open a file');
  await screen.findByRole('button', { name: 'Select File' });
  act(() => open(people));
  expect(await screen.findByText('people.csv')).toBeDefined();
  await screen.findByRole('option', { name: 'Guests' });
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  const upload = await screen.findByRole('dialog', { name: 'Upload Records' });
  expect(within(upload).getByText('people.csv')).toBeDefined();
  expect(within(upload).getByRole('button', { name: 'Upload' })).toBeDefined();
  expect(place()).toBe(`/datasets/${dataset.id}/schemas/${schema.id}/records`);
});

test('an unusable file is refused with the reason, and another one can be selected', async () => {
  const { heading, user } = openConsole('/open-file', world);
  await heading('Open a file');
  await screen.findByRole('button', { name: 'Select File' });
  act(() => open(new File(['PK\u0003\u0004'], 'people.csv')));
  expect(await screen.findByText('Invalid file type')).toBeDefined();
  await user.upload(screen.getByLabelText('Select File', { selector: 'input' }), people);
  expect(await screen.findByText('people.csv')).toBeDefined();
  expect(screen.queryByText('Invalid file type')).toBeNull();
});

test('a schema without the right to upload is not offered', async () => {
  const closed = { ...schema, permissions: { ...schema.permissions, can_upload: false } };
  const { heading } = openConsole('/open-file', {
    ...world,
    'GET /api/schemas/': () => ({ body: [closed] }),
  });
  await heading('Open a file');
  await screen.findByRole('button', { name: 'Select File' });
  act(() => open(people));
  expect(await screen.findByText('This dataset has no schema that you can upload to.')).toBeDefined();
});

test('without a dataset, an opened file becomes a dataset', async () => {
  const { heading, user, place } = openConsole('/open-file', {
    ...world,
    'GET /api/datasets/': () => ({ body: [] }),
  });
  await heading('Open a file');
  await screen.findByRole('button', { name: 'Select File' });
  act(() => open(people));
  await user.click(await screen.findByRole('button', { name: 'Create a dataset from it' }));
  await heading('Upload a File');
  expect(place()).toBe('/upload-file');
  expect(actors().proposal.getSnapshot().context.source?.name).toBe('people.csv');
});

/** The browser's event that offers to install. */
function offer() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' as const }));
  act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })));
  return prompt;
}

test('the profile offers to install the app if the browser supports it, and otherwise explains how', async () => {
  const { heading, user } = openConsole('/profile', { ...world, 'GET /api/sessions/': () => ({ body: [] }) });
  await heading('Profile');
  expect(await screen.findByText(/Choose Install in your browser’s menu/)).toBeDefined();
  const prompt = offer();
  await user.click(await screen.findByRole('button', { name: 'Install the app' }));
  expect(prompt).toHaveBeenCalledOnce();
});

test('installing is offered after the first upload, and not again after a refusal', async () => {
  const { heading, user } = openConsole('/datasets', world);
  await heading('Datasets');
  offer();
  expect(await screen.findByText(/^Version/)).toBeDefined();
  expect(screen.queryByText(/as an app\?/)).toBeNull();
  act(() => actors().uploads.send({ type: 'records.stored', schema: 's1', records: 1 }));
  await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
  expect(screen.queryByText(/as an app\?/)).toBeNull();
  expect(snoozedMs('install')).toBeGreaterThan(300 * daySeconds * 1000);
});

test('repeats a postponed offer after its delay', () => {
  snoozeAlert('install', daySeconds);
  expect(snoozedMs('install')).toBeGreaterThan(0);
  vi.useFakeTimers({ now: Date.now() + 2 * daySeconds * 1000 });
  expect(snoozedMs('install')).toBe(0);
  vi.useRealTimers();
});
