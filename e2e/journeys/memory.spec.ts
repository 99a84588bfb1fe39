/** Decrypted values are not in the page's memory after decrypting is switched off or the records page is left. */
import { randomBytes } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import { JsonSchema } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { makeSchema } from '../../tools/client.ts';
import { expect, signIn, test, type Person } from '../support/stack.ts';

const definition = JsonSchema.parse({
  type: 'object',
  properties: { name: { type: 'string' }, city: { type: 'string' } },
  required: ['name'],
});

/** How long a decrypted value may stay in memory, in milliseconds. */
const maxStayMs = 5_000;

/** A schema with thirty unique values, and its address. */
async function makeCanaries({ api }: Person) {
  const canaries = Array.from({ length: 30 }, () => `canary${randomBytes(12).toString('hex')}`);
  const { dataset, schema } = await makeSchema(api, { dataset: 'Values', schema: 'Values' }, definition);
  await api.upload(
    schema.id,
    `name,city\n${canaries.map((name) => `${name},Rome`).join('\n')}\n`,
    'text/csv',
  );
  return { canaries, path: `/datasets/${idIn(dataset.url)}/schemas/${schema.id}/records` };
}

/** The heap of the page, as text, after garbage collection. */
async function heapOf(session: CDPSession): Promise<string> {
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  return chunks.join('');
}

/** The values that are in the page's heap. */
async function foundIn(session: CDPSession, canaries: readonly string[]): Promise<string[]> {
  const heap = await heapOf(session);
  return canaries.filter((canary) => heap.includes(canary));
}

const expectGone = (session: CDPSession, canaries: readonly string[]) =>
  expect.poll(() => foundIn(session, canaries), { timeout: maxStayMs }).toEqual([]);

const decrypt = (page: Page) => page.getByRole('switch', { name: 'Decrypt' });

/** Decrypts the records and waits for the first value. */
async function openAll(page: Page, canaries: readonly string[]): Promise<void> {
  await page.getByText('Showing 1-30 of 30').waitFor();
  await decrypt(page).click();
  await page.getByText(canaries[0]!).first().waitFor();
}

test('decrypted values are out of memory five seconds after switching off or leaving the records', async ({
  page,
  person,
}) => {
  const ada = await person('Ada');
  const { canaries, path } = await makeCanaries(ada);
  await signIn(page, ada);
  await page.goto(path);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');

  await test.step('while the values are shown, the snapshot finds them', async () => {
    await openAll(page, canaries);
    await page.getByRole('button', { name: 'name', exact: true }).click();
    await page.getByText('Sorted: this page only').waitFor();
    await page.getByRole('button', { name: 'Record 1, show all of it' }).click();
    await page.getByRole('button', { name: 'Copy name' }).waitFor();
    expect(await foundIn(session, canaries)).toHaveLength(30);
  });

  await test.step('after switching off, no value is left, the one in the panel included', async () => {
    await decrypt(page).click();
    await page.getByText(canaries[0]!).first().waitFor({ state: 'detached' });
    await expectGone(session, canaries);
  });

  await test.step('after a peek ends, its value is gone', async () => {
    await page.getByRole('button', { name: 'Peek at name' }).click();
    await page.getByRole('button', { name: 'Copy name', exact: true }).waitFor();
    expect(await foundIn(session, canaries)).toHaveLength(1);
    await page.getByRole('button', { name: 'Hide name' }).click();
    await page.getByRole('button', { name: 'Copy sealed name' }).waitFor();
    await expectGone(session, canaries);
  });

  await test.step('after leaving the records, no value is left', async () => {
    await openAll(page, canaries);
    await page.getByRole('link', { name: 'Schema', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Constraints' }).waitFor();
    await expectGone(session, canaries);
  });

  await test.step('after a sign-out, no value is left', async () => {
    await page.getByRole('link', { name: 'Records', exact: true }).click();
    await openAll(page, canaries);
    await page.getByRole('link', { name: 'Logout' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign In' }).waitFor();
    await expectGone(session, canaries);
  });
});
