/** The content of a job's folder on a proxy's disk. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import type { TestProxy } from './proxy.ts';

/** Names in the job's folder; null if it has none. */
export const spooled = ({ dataDir }: Pick<TestProxy, 'dataDir'>, id: string) =>
  readdir(join(dataDir, 'spool', id)).catch(() => null);

/** Expects that only the end of a job is left, whose file may still be replaced. */
export const onlyItsEndIsSpooled = (proxy: Pick<TestProxy, 'dataDir'>, id: string) =>
  expect.poll(() => spooled(proxy, id), pollTimeout).toEqual(['job.json', 'job.json.copy']);
