/** Merges and rebuilds away from the main thread, which answers people meanwhile. Holds no logic of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { openUpstream } from '../upstream.ts';
import type { CompactionEvent, CompactionTask, RebuildTask } from './compactionTask.ts';
import { compactUpload, rebuildUpload } from './compactUpload.ts';

if (!parentPort) throw new Error('This file runs in a thread of its own.');
const port = parentPort;
const order = workerData as CompactionTask | RebuildTask;
const upstream = openUpstream(order.upstream);

const work = 'entry' in order ? rebuildUpload(order, upstream) : compactUpload(order, upstream);
const news: CompactionEvent = await work.then(
  (merged) => ({ merged }),
  // Its sentences name segments and statuses, never a value.
  (error: unknown) => ({ failed: error instanceof Error ? error.message : 'The merging thread failed.' }),
);
port.postMessage(news);
await upstream.close();
port.close();
