/** The upload widget, from its first state to its last. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { delaySockets } from '../../support/badNetwork.ts';
import { expect } from '../../support/stack.ts';
import { openUpload, pressUpload } from '../../support/upload.ts';
import { requirement, type ScreenSpec } from '../requirement.ts';
import { press } from './actions.ts';
import { choose, csv, good, json, selector } from './uploadActions.ts';

/** Chooses a file, presses Upload if that is possible, and checks the error message. */
async function expectRejected(dialog: Locator, text: string, message: string): Promise<void> {
  await choose(dialog, text, csv);
  const error = dialog.getByText(message).first();
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true, disabled: false });
  await error.or(upload).first().waitFor();
  if (await upload.isVisible()) await pressUpload(dialog);
  await expect(error).toBeVisible();
  const anotherFile = dialog.getByRole('button', { name: 'Select another file' });
  if (await anotherFile.isVisible()) await anotherFile.click();
}

export const upload: ScreenSpec[] = [
  {
    screen: 'the upload widget',
    as: 'owner',
    rows: [
      requirement('An upload modal holds the upload widget.', async ({ page, sample }) => {
        await page.goto(
          `${sample.empty.replace(/schemas.*/, '')}schemas/${sample.full.split('/').at(-1) ?? ''}/records`,
        );
        await openUpload(page);
      }),
      requirement('A drag-and-drop zone, a Select File button', async ({ page }) => {
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByText(/Drag a file here/)).toBeVisible();
        await expect(selector(dialog)).toBeVisible();
      }),
      requirement('Idle state.', async ({ page }) => {
        await expect(
          page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }),
        ).toHaveAttribute('aria-disabled', 'true');
      }),
      requirement(
        "Only JSON (application/json) or CSV (text/csv) is accepted (accept .json,.csv). A dropped wrong type gives 'Invalid file type'.",
        async ({ page }) => {
          const dialog = page.getByRole('dialog');
          const accepted = await dialog.getByLabel('Select File').getAttribute('accept');
          for (const kind of ['application/json', '.json', 'text/csv', '.csv'])
            expect(accepted).toContain(kind);
          const dropped = await page.evaluateHandle(() => {
            const data = new DataTransfer();
            data.items.add(new File(['GIF89a'], 'places.gif', { type: 'image/gif' }));
            return data;
          });
          await dialog.getByText(/Drag a file here/).dispatchEvent('drop', { dataTransfer: dropped });
          await expect(dialog.getByText('Invalid file type')).toBeVisible();
        },
      ),
      requirement("An empty file gives 'File is empty, please select a different file.'", ({ page }) =>
        expectRejected(page.getByRole('dialog'), '', 'File is empty, please select a different file.'),
      ),
      requirement(
        "Malformed JSON gives 'Invalid JSON object, please check file format or select a different file.'",
        async ({ page, addScreenText }) => {
          const dialog = page.getByRole('dialog');
          await choose(dialog, '[{"zip_code": }]', json);
          await pressUpload(dialog);
          await expect(dialog.getByText(/Invalid JSON object/).first()).toBeVisible();
          await addScreenText();
          await press(dialog, 'Select another file');
        },
      ),
      requirement("A read failure gives 'Failed to read file.'", async ({ page }) => {
        const folder = mkdtempSync(join(tmpdir(), 'cloakroom-file-'));
        const path = join(folder, 'places.csv');
        writeFileSync(path, good);
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Select File').setInputFiles(path);
        await expect(dialog.getByText('places.csv')).toBeVisible();
        rmSync(folder, { recursive: true });
        await pressUpload(dialog);
        await expect(dialog.getByText('Failed to read file.').first()).toBeVisible();
      }),
      requirement('and a clear button.', async ({ page }) => {
        const dialog = page.getByRole('dialog');
        await press(dialog, 'Select another file');
        await choose(dialog, good);
        await press(dialog, 'Clear places.csv');
        await expect(selector(dialog)).toBeVisible();
      }),
      requirement('Closing the modal clears the file.', async ({ page }) => {
        const dialog = page.getByRole('dialog');
        await choose(dialog, good);
        await dialog.getByRole('button', { name: 'Close' }).first().click();
        await openUpload(page);
        await expect(dialog.getByText('places.csv')).toHaveCount(0);
        await expect(selector(dialog)).toBeVisible();
      }),
      requirement(
        'Uploading state: file name, status, processed of total records and a percent bar.',
        async ({ page }) => {
          const dialog = page.getByRole('dialog');
          // Without messages of the job the upload stays on the screen.
          const release = await delaySockets(page, '**/api/ws/jobs/**');
          await choose(dialog, good);
          await pressUpload(dialog);
          await expect(dialog.getByText('places.csv')).toBeVisible();
          await expect(dialog.getByRole('list', { name: 'Status' })).toBeVisible();
          await expect(dialog.getByText(/\d+ of 40 records/).first()).toBeVisible();
          await expect(dialog.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
          release();
        },
      ),
      requirement(
        'In the widget: idle, then uploading once a file is chosen and Upload is pressed, then complete or terminated.',
        async ({ page }) => {
          await expect(
            page.getByRole('dialog').getByRole('heading', { name: 'Upload Complete' }),
          ).toBeVisible({ timeout: 30_000 });
        },
      ),
      requirement(
        "Done state: 'Upload Complete' / 'Uploaded N records from file: name'.",
        async () => undefined,
        ['Upload Complete', 'Uploaded 40 records from file: places.csv'],
      ),
      requirement("Status 'complete' sets COMPLETED with progress 100.", async ({ page, addText }) => {
        const answer = await page.request.get('/api/jobs/');
        const [last] = (await answer.json()) as { status: string; processed: number; total: number }[];
        expect(last).toMatchObject({ status: 'complete', processed: 40, total: 40 });
        addText('complete');
      }),
      requirement('Clearing or choosing a new file resets to idle at 0 percent.', async ({ page }) => {
        const dialog = page.getByRole('dialog');
        await press(dialog, 'Select another file');
        await expect(selector(dialog)).toBeVisible();
        await expect(dialog.getByRole('progressbar')).toHaveCount(0);
      }),
      requirement('Upload errors appear as the file errors.', async ({ page }) => {
        await expectRejected(
          page.getByRole('dialog'),
          '\n\n',
          'File is empty, please select a different file.',
        );
      }),
    ],
  },
];
