/** Files of several formats and sizes, and uploads that fail. */
import { openRecords } from '../../support/openRecords.ts';
import { expect } from '../../support/stack.ts';
import { openUpload, pressUpload } from '../../support/upload.ts';
import { zipcodes } from '../../support/zipcodes.ts';
import { requirement, type ScreenSpec } from '../requirement.ts';
import { press } from './actions.ts';
import { choose, good, json, selector } from './uploadActions.ts';

const place = {
  zip_code: '00501',
  latitude: 40.92,
  longitude: -72.63,
  city: 'Holtsville',
  state: 'NY',
  county: 'Suffolk',
};

export const uploadFiles: ScreenSpec[] = [
  {
    screen: 'file formats',
    as: 'owner',
    rows: [
      requirement(
        'JSON may be an object or an array, and each item gets the schema link if absent.',
        async ({ page, sample }) => {
          const [schema = ''] = sample.full.split('/').slice(-1);
          for (const [shape, found] of [
            [place, 1],
            [[place, place], 2],
          ] as const) {
            await page.goto(`${sample.full}/records`);
            const dialog = await openUpload(page);
            await choose(dialog, JSON.stringify(shape), json);
            const sent = page.waitForRequest('**/api/jobs/upload/**');
            await pressUpload(dialog);
            await expect(dialog.getByText(`Uploaded ${found} record`)).toBeVisible({ timeout: 30_000 });
            expect((await sent).url()).toContain(schema);
          }
        },
      ),
      requirement(
        'CSV is parsed without header mode, empty lines are skipped, cells are trimmed, and errors abort.',
        async ({ page, sample }) => {
          await page.goto(`${sample.full}/records`);
          const dialog = await openUpload(page);
          const [head = '', first = '', second = ''] = zipcodes.split('\n');
          await choose(dialog, [head, '', first.split(',').join(' , '), '', '', second].join('\n'));
          await pressUpload(dialog);
          await expect(dialog.getByText('Uploaded 2 records')).toBeVisible({ timeout: 30_000 });
          await press(dialog, 'Select another file');
          await choose(dialog, [head, first, `"${first}"${second}`].join('\n'));
          await pressUpload(dialog);
          await expect(dialog.getByRole('heading', { name: 'Upload Terminated' })).toBeVisible();
          await expect(dialog.getByText(/line 3/i).first()).toBeVisible();
        },
      ),
      requirement(
        'If the first two rows have equal length, a schema_id:{schemaId} column is appended to the header row.',
        async ({ page, sample, addText }) => {
          // The browser doesn’t expose a body that is read from a file, so it is recorded on its way.
          await page.addInitScript(() => {
            globalThis.XMLHttpRequest = class extends XMLHttpRequest {
              override send(body?: Document | XMLHttpRequestBodyInit | null): void {
                const keep = (text: string) => (document.body.dataset.sent = text);
                if (body instanceof Blob) void body.slice(0, 500).text().then(keep);
                super.send(body);
              }
            };
          });
          await page.goto(`${sample.full}/records`);
          const dialog = await openUpload(page);
          await choose(dialog, good);
          await pressUpload(dialog);
          await expect(page.locator('body')).toHaveAttribute('data-sent', /zip_code/);
          const [head = ''] = ((await page.locator('body').getAttribute('data-sent')) ?? '').split(/\r?\n/);
          expect(head.split(',').at(-1)).toBe(`schema_id:${sample.full.split('/').at(-1) ?? ''}`);
          addText(head);
          await expect(dialog.getByText('Uploaded 40 records')).toBeVisible({ timeout: 30_000 });
        },
      ),
    ],
  },
  {
    screen: 'a large upload',
    as: 'signedOut',
    rows: [
      requirement(
        "which reads 'Uploading' with progress while a job runs.",
        async ({ page, person, addScreenText, addText }) => {
          page.on('websocket', (socket) =>
            socket.on('framereceived', ({ payload }) => addText(`${Date.now()} ${payload.toString()}`)),
          );
          const owner = await person('Bulky');
          await openRecords(page, owner);
          const dialog = await openUpload(page);
          const rows = zipcodes.slice(zipcodes.indexOf('\n') + 1);
          // A job of the sample alone may end within a second, before its progress is shown.
          await choose(dialog, zipcodes + rows.repeat(9));
          await pressUpload(dialog);
          await press(dialog, 'Continue in background');
          await expect(page.getByRole('button', { name: /^Uploading \d+ %$/ })).toBeVisible();
          await addScreenText();
        },
      ),
      requirement('Any job message sets UPLOADING.', async ({ page, addScreenText }) => {
        await page.getByRole('button', { name: /^Uploading/ }).click();
        await expect(page.getByRole('dialog').getByRole('list', { name: 'Status' })).toContainText('Storing');
        await addScreenText();
      }),
      requirement(
        'Progress is the percent of processed over total while status is not failed.',
        async ({ page, addScreenText }) => {
          const dialog = page.getByRole('dialog');
          await expect(dialog.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute(
            'aria-valuetext',
            /[\d,]+ of 420,490 records, \d+ %/,
          );
          await addScreenText();
        },
        [/[\d,]+ of 420,490 records/],
      ),
      requirement('Job status updates are throttled to 250 ms.', async ({ page, addText }) => {
        // A second socket beside the page’s own gets every message of the job.
        const gaps = await page.evaluate(async () => {
          const jobs = (await (await fetch('/api/jobs/')).json()) as { job_id: string }[];
          const socket = new WebSocket(`ws://${location.host}/api/ws/jobs/${jobs[0]?.job_id ?? ''}/`);
          const times: number[] = [];
          socket.onmessage = () => times.push(performance.now());
          await new Promise((resolve) => (socket.onclose = resolve));
          // The first and the last message are sent without delay.
          return times.slice(1, -1).map((time, index) => time - (times[index] ?? 0));
        });
        for (const gap of gaps.slice(1)) expect(gap).toBeGreaterThan(200);
        addText(`${gaps.length} messages`);
        await expect(page.getByRole('dialog').getByRole('heading', { name: 'Upload Complete' })).toBeVisible({
          timeout: 60_000,
        });
      }),
    ],
  },
  {
    screen: 'an upload that fails',
    as: 'owner',
    rows: [
      requirement(
        "Websocket: an error alert titled 'WebSocket Connection' with 'Failed to connect to job status stream'.",
        async ({ page, sample }) => {
          await page.routeWebSocket('**/api/ws/jobs/**', (socket) =>
            socket.close({ code: 1011, reason: 'gone' }),
          );
          await page.goto(`${sample.full}/records`);
          const dialog = await openUpload(page);
          await choose(dialog, good);
          await pressUpload(dialog);
          await expect(page.getByText('Failed to connect to job status stream')).toBeAttached({
            timeout: 30_000,
          });
        },
      ),
      requirement(
        "A close after status 'failed' sets TERMINATED and raises an error alert 'FATAL: ' plus the error. Any failure also sets TERMINATED.",
        async ({ page, sample, addScreenText, addText }) => {
          await page.routeWebSocket('**/api/ws/jobs/**', (socket) => {
            const job = {
              job_id: socket.url().split('/').at(-2),
              schema: sample.full.split('/').at(-1),
              current_batch: 0,
            };
            const end = {
              status: 'failed',
              processed: 0,
              total: 40,
              total_batches: 1,
              error: 'The disk is full.',
            };
            socket.send(JSON.stringify({ ...job, ...end }));
            void socket.close();
          });
          await page.goto(`${sample.full}/records`);
          const dialog = await openUpload(page);
          await choose(dialog, good);
          await pressUpload(dialog);
          await expect(dialog.getByRole('heading', { name: 'Upload Terminated' })).toBeVisible({
            timeout: 30_000,
          });
          await expect(page.getByText('FATAL: The disk is full.')).toBeAttached();
          addText('failed');
          await addScreenText();
        },
      ),
      requirement("A failed job gives 'FATAL: ...' under source 'API Error'.", async () => undefined, [
        'FATAL: The disk is full.',
        'API Error',
      ]),
      requirement(
        "Terminated state: 'Upload Terminated' / 'Failed to upload records from file'.",
        async () => undefined,
      ),
      requirement('Upload state: NONE, UPLOADING, COMPLETED, TERMINATED.', async ({ page }) => {
        const dialog = page.getByRole('dialog');
        await press(dialog, 'Select another file');
        await expect(selector(dialog)).toBeVisible();
      }),
    ],
  },
];
