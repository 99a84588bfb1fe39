/** Worker thread that merges and rebuilds segments, so that the main thread stays responsive. */
import { parentPort, workerData } from 'node:worker_threads';
import { openUpstream } from '../upstream.ts';
import {
  type CompactionEvent,
  type CompactionTask,
  type RebuildTask,
  compactSegments,
  rebuildIndex,
} from './compactSegments.ts';

if (!parentPort) throw new Error('This file runs in a thread of its own.');
const port = parentPort;
const task = workerData as CompactionTask | RebuildTask;
const upstream = openUpstream(task.upstream);

const work = 'entry' in task ? rebuildIndex(task, upstream) : compactSegments(task, upstream);
const event: CompactionEvent = await work.then(
  (merged) => ({ merged }),
  // Error messages name segments and statuses, never a value.
  (error: unknown) => ({ failed: error instanceof Error ? error.message : 'The merging thread failed.' }),
);
port.postMessage(event);
await upstream.close();
port.close();
