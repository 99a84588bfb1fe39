/** Edits of a schema's signed list of segments while the service's answers to them are lost or false. */
import { beforeEach, expect, test } from 'vitest';
import { getManifest, publishManifest } from '@cloakroom/contract/segments.ts';
import { withoutRecords } from '@cloakroom/proxy/search/deletion.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { readRecordId } from '@cloakroom/wire/shortId.ts';
import { schemaFixtures, type SchemaFixture } from '../compaction/support/schemaFixture.ts';
import { interceptUpstream } from '../compaction/support/upstreams.ts';
import { startProxyStack } from '../support/proxyStack.ts';

const world = await startProxyStack();
const { upstream, freshSchema } = schemaFixtures(world);
let home: SchemaFixture;
let reads = 0;
beforeEach(async () => {
  home = await freshSchema();
  await home.upload(4);
  reads = 0;
});

/**
 * Deletes the first record; publishing answers with a refusal.
 * @param isStored - whether the service stores it nevertheless.
 */
async function deleted(status: number, isStored: boolean): Promise<boolean> {
  const manifests = await home.manifestsBy(
    interceptUpstream(upstream, async (endpoint, call) => {
      if (endpoint === getManifest) reads++;
      if (endpoint !== publishManifest) return call();
      if (isStored) await call();
      throw new HttpProblem(status, 'Not now.');
    }),
  );
  const { upload, number } = readRecordId(home.rows[0]!.id);
  const record = { upload: Buffer.from(upload).toString('hex'), number };
  return manifests.change(home.question, (segments) => withoutRecords(segments, [record]));
}

test.each([403, 409, 500, 503])(
  'an edit that was stored counts, although the answer is %i',
  async (status) => {
    expect(await deleted(status, true)).toBe(true);
    home.rows.shift();
    await home.check();
  },
);

test('an edit that was not stored fails with the service’s message', async () => {
  await expect(deleted(403, false)).rejects.toThrow('Not now.');
  await home.check();
});

test('an edit that the service reports as outdated, while it shows nothing newer, fails and is not repeated', async () => {
  await expect(deleted(409, false)).rejects.toThrow('was changed meanwhile, and shows it unchanged');
  expect(reads).toBe(2);
  await home.check();
});
