/** Worker thread that merges, converts, rebuilds and regroups segments, so that the main thread stays responsive. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SegmentEntry } from '@cloakroom/contract/segments.ts';
import { UnreadableRecord } from '@cloakroom/sealed-index/compaction/regroupRecords.ts';
import { openUpstream, type Upstream } from '../upstream.ts';
import {
  type CompactionEvent,
  type CompactionTask,
  type ConversionTask,
  type RebuildTask,
  type RegroupTask,
  compactSegments,
  convertSegment,
  rebuildIndex,
  regroupSegment,
} from './compactSegments.ts';

if (!parentPort) throw new Error('This file runs in a thread of its own.');
const port = parentPort;
const task = workerData as CompactionTask | ConversionTask | RebuildTask | RegroupTask;
const upstream = openUpstream(task.upstream);

async function run(connection: Upstream): Promise<SegmentEntry[]> {
  if ('spans' in task) return regroupSegment(task, connection);
  if ('converted' in task) return [await convertSegment(task, connection)];
  return [await ('entry' in task ? rebuildIndex(task, connection) : compactSegments(task, connection))];
}

const event: CompactionEvent = await run(upstream).then(
  (stored) => ({ stored }),
  (error: unknown) => {
    if (error instanceof UnreadableRecord) return { unreadable: error.what };
    // Error messages name segments and statuses, never a value.
    return { failed: error instanceof Error ? error.message : 'The compaction thread failed.' };
  },
);
port.postMessage(event);
await upstream.close();
port.close();
