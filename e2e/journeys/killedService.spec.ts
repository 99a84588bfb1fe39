import { z } from 'zod';
import { waitUntilOk } from '../../tools/stack.ts';
import { openRecords } from '../support/openRecords.ts';
import { expect, test } from '../support/stack.ts';
import { openUpload, upload } from '../support/upload.ts';
import { countRecords } from '../support/zipcodes.ts';

const Ids = z.array(z.object({ id: z.string() }));

test('an upload completes without lost or duplicate records when the service is killed', async ({
  page,
  person,
  stack,
}) => {
  const owner = await person('Kim');
  const schema = await openRecords(page, owner);
  const dialog = await openUpload(page);

  const shipped = page.waitForResponse('**/api/jobs/upload/**', { timeout: 60_000 });
  await upload(dialog);
  await (await shipped).finished();
  stack.service.kill('SIGKILL');

  await expect(dialog.getByText('Upload Complete')).toBeVisible({ timeout: 90_000 });
  await waitUntilOk(`${stack.url}/api/health/`);
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
