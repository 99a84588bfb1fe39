/** What the tray shows of uploads that ended while no page was open. */
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { UploadTray } from '#src/features/upload/UploadTray.tsx';
import { actors } from '../../support/testRoot.ts';
import { createQueryClient } from '#src/app/queryClient.ts';
import { fakeServer, page } from '../../support/fakeServer.ts';
import { sockets } from '../../support/fakeSocket.ts';
import { jobOf } from '../../support/fakeUpload.ts';
import { schema, schemaId } from '../../support/records.ts';
import '../../support/recordsPage.tsx';
import { show } from '../../support/render.tsx';

const ended = jobOf({
  schema: schema.url,
  status: 'complete',
  processed: 2,
  current_batch: 1,
  unseen: true,
});

/** Opens a page while the proxy has these jobs. @param followed - the job whose socket reports this state, by `end`. */
async function arrive(jobs: Job[], followed: Job) {
  const asked = fakeServer({
    'GET /api/jobs/': () => page(jobs),
    [`GET /api/schemas/${schemaId}/`]: () => ({ body: schema }),
    [`POST /api/jobs/${followed.job_id}/seen/`]: () => ({ status: 204, body: undefined }),
  });
  const shown = show(
    <QueryClientProvider client={createQueryClient()}>
      <UploadTray behindProxy />
    </QueryClientProvider>,
  );
  await waitFor(() =>
    expect(sockets.map(({ address }) => address)).toEqual([
      expect.stringContaining(`/api/ws/jobs/${followed.job_id}/`),
    ]),
  );
  const tray = await screen.findByRole('region', { name: 'Uploads' });
  const end = () => sockets[0]?.say(followed);
  return { ...shown, tray, end, seen: () => asked(`POST /api/jobs/${followed.job_id}/seen/`).length };
}

const shownAlerts = () =>
  actors()
    .alerts.getSnapshot()
    .context.shown.map(({ content }) => content);

test('a job that failed while no page was open shows the reason once', async () => {
  const failed = { ...ended, status: 'failed', error: 'The disk is full.' } as const;
  const { end } = await arrive([ended], failed);
  end();
  await waitFor(() => expect(shownAlerts()).toEqual(['FATAL: The disk is full.']));
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  // The alert goes with the result that it reports.
  const [upload] = Object.values(actors().uploads.getSnapshot().context.bySchema);
  upload!.actor.send({ type: 'file.cleared' });
  expect(shownAlerts()).toEqual([]);
});

test('a hidden page doesn’t mark a job as seen', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { tray, end, seen } = await arrive([ended], ended);
  end();
  await waitFor(() => expect(tray.textContent).toContain('Upload Complete'));
  expect(seen()).toBe(0);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(seen()).toBe(1));
});

test('a running job is followed before ended ones, and seen jobs are not shown', async () => {
  const { unseen: _, ...before } = ended;
  const running: Job = { ...ended, job_id: 'j2', status: 'processing', processed: 1 };
  const { tray, end } = await arrive(
    [{ ...ended, job_id: 'j3' }, { ...before, job_id: 'j4' }, running],
    running,
  );
  end();
  expect(tray.textContent).toContain('Storing');
});

test('a job whose schema is deleted doesn’t hide the others', async () => {
  const { tray, end } = await arrive(
    [{ ...ended, job_id: 'j0', schema: '/api/schemas/gone/' }, ended],
    ended,
  );
  end();
  await waitFor(() => expect(tray.textContent).toContain('Upload Complete, 2 records'));
});
