import { z } from 'zod';
import { answering } from '../../tools/stack.ts';
import { atRecords } from '../support/atRecords.ts';
import { expect, test } from '../support/stack.ts';
import { openUpload, upload } from '../support/upload.ts';
import { countRecords } from '../support/zipcodes.ts';

const Ids = z.array(z.object({ id: z.string() }));

test('the service is killed in mid-upload: the job completes, nothing is lost or doubled', async ({
  page,
  person,
  stack,
}) => {
  const owner = await person('Kim');
  const schema = await atRecords(page, owner);
  const dialog = await openUpload(page);

  const shipped = page.waitForResponse('**/api/jobs/upload/**', { timeout: 60_000 });
  await upload(dialog);
  await (await shipped).finished();
  stack.service.kill('SIGKILL');

  await expect(dialog.getByText('Upload Complete')).toBeVisible({ timeout: 90_000 });
  await answering(`${stack.url}/api/health/`);
  expect(await countRecords(owner.api, schema.id)).toBe(42_049);

  const ids = new Set<string>();
  for (let offset = 0; offset < 42_049; offset += 100) {
    const answer = await owner.api.send(
      'GET',
      `/api/records/?schema=${schema.id}&limit=100&offset=${offset}`,
    );
    for (const { id } of Ids.parse(await answer.json())) ids.add(id);
  }
  expect(ids.size).toBe(42_049);
});
