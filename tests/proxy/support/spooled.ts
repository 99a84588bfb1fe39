/** What lies in a job's folder on a proxy's disk. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { patiently } from '#tests/support/patiently.ts';
import type { TestProxy } from './proxy.ts';

/** Names in the job's folder; null when it has none. */
export const spooled = ({ dataDir }: Pick<TestProxy, 'dataDir'>, id: string) =>
  readdir(join(dataDir, 'spool', id)).catch(() => null);

/** Nothing is left of a job but its end, which may still be on its way to the disk in a file beside it. */
export const onlyItsEndIsSpooled = (proxy: Pick<TestProxy, 'dataDir'>, id: string) =>
  expect.poll(() => spooled(proxy, id), patiently).toEqual(['job.json', 'job.json.copy']);
